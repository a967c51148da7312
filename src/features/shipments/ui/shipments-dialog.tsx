import { shipmentCopy } from '../copy.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { ShipmentList } from './shipment-list.tsx';

interface ShipmentsDialogProps {
  purchaseId: string;
  number: string;
  /** Present if the reader is an admin. Called after an undo or a correction. */
  onChange?: () => void;
  onClose: () => void;
}

/** The shipments of a purchase, in a dialog over the current page. */
export default function ShipmentsDialog({ purchaseId, number, onChange, onClose }: ShipmentsDialogProps) {
  return (
    <ShipmentDialog title={shipmentCopy.list.title(number)} onClose={onClose}>
      <ShipmentList purchaseId={purchaseId} {...(onChange ? { onChange } : {})} />
    </ShipmentDialog>
  );
}
