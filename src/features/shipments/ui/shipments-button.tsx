import { type ComponentType, useState } from 'react';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { shipmentCopy } from '../copy.ts';

const dialog = lazyImport(() => import('./shipments-dialog.tsx'));

interface ShipmentsButtonProps {
  purchaseId: string;
  number: string;
  /** The id of the element that names the order, for screen readers. */
  describedBy?: string;
  /** Present if the reader may undo and correct. Called after that. */
  onChange?: () => void;
}

/** A button that shows the shipments of a purchase. The dialog is loaded when it is needed. */
export function ShipmentsButton({ describedBy, ...shown }: ShipmentsButtonProps) {
  const [Dialog, setDialog] = useState<ComponentType<
    Omit<ShipmentsButtonProps, 'describedBy'> & { onClose: () => void }
  > | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const open = async () => {
    setError(null);
    setIsPending(true);
    const loaded = await dialog.load();
    setIsPending(false);
    if (loaded) setDialog(() => loaded.default);
    else setError(shipmentCopy.ship.notOpened);
  };
  return (
    <>
      <Button
        variant="quiet"
        pending={isPending}
        aria-describedby={describedBy}
        onPointerEnter={dialog.preload}
        onClick={() => void open()}
      >
        {shipmentCopy.list.button}
      </Button>
      <FormError>{error}</FormError>
      {Dialog && <Dialog {...shown} onClose={() => setDialog(null)} />}
    </>
  );
}
