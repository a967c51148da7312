import { shipmentCopy } from '../copy.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { ShipmentList } from './shipment-list.tsx';

interface ShipmentsDialogProps {
  purchaseId: string;
  number: string;
  /** The reader is an admin. It is called after an undo or a correction. */
  onChange?: () => void;
  onClose: () => void;
}

/** What has left of a purchase, over the page that it was asked on. */
export default function ShipmentsDialog({ purchaseId, number, onChange, onClose }: ShipmentsDialogProps) {
  return (
    <ShipmentDialog title={shipmentCopy.list.title(number)} onClose={onClose}>
      <ShipmentList purchaseId={purchaseId} {...(onChange ? { onChange } : {})} />
    </ShipmentDialog>
  );
}
