import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { StateIcon } from '#src/shared/ui/state-icon.tsx';
import { shipmentCopy } from '../copy.ts';
import { useCountdown } from './use-countdown.ts';
import { type ShipmentToUndo, useUndoShipment } from './use-undo-shipment.ts';

const { notice: copy } = shipmentCopy;

export interface ShippedNotice {
  /** What was shipped, in words. */
  text: string;
  /** Until when it can be undone, by this device's clock. */
  undoableUntil: number;
  shipments: readonly ShipmentToUndo[];
  /** Those that could not be shipped, and why. */
  refused: readonly string[];
}

interface ShipmentNoticeProps {
  notice: ShippedNotice;
  /** Called after an undo: what the screen shows may be outdated. */
  onChange: () => void;
  onDismiss: () => void;
}

/**
 * Says what was shipped, and can undo it for a minute; a single shipment can be corrected later. It takes the focus,
 * since the pressed button is gone. The seconds are not announced.
 */
export function ShipmentNotice({ notice, onChange, onDismiss }: ShipmentNoticeProps) {
  const { text, shipments, refused } = notice;
  const element = useRef<HTMLDivElement>(null);
  const seconds = useCountdown(notice.undoableUntil);
  const { isPending, problem, undo, correct } = useUndoShipment();
  const [left, setLeft] = useState(shipments);
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);

  const undoAll = async () => {
    let undone = 0;
    for (const shipment of left) {
      if (!(await undo(shipment))) break;
      undone += 1;
    }
    setLeft(left.slice(undone));
    if (undone > 0) onChange();
    if (undone === left.length) finish(copy.undone);
  };
  const correctIt = async (shipment: ShipmentToUndo) => {
    const done = await correct(shipment);
    if (!done) return;
    setLeft([]);
    onChange();
    finish(copy[done]);
  };
  const finish = (said: string) => {
    setOutcome(said);
    element.current?.focus({ preventScroll: true });
  };

  const [only] = left;
  return (
    <div
      ref={element}
      tabIndex={-1}
      className="sticky bottom-3 z-10 grid gap-2 border border-ink bg-sheet px-4 py-2 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="flex min-h-11 min-w-0 grow items-center gap-2 wrap-anywhere">
          <StateIcon name={outcome ? 'undo' : 'truck'} className="size-5 shrink-0 text-good" />
          {outcome ?? text}
        </p>
        <div className="-mr-3 ml-auto flex items-center">
          {!outcome && left.length > 0 && seconds > 0 && (
            <Button variant="quiet" pending={isPending} onClick={() => void undoAll()}>
              {copy.undo}
              <span aria-hidden="true" className="figures">
                {copy.seconds(seconds)}
              </span>
            </Button>
          )}
          {!outcome && only && left.length === 1 && seconds === 0 && (
            <Button variant="quiet" pending={isPending} onClick={() => void correctIt(only)}>
              {shipmentCopy.correct.button}
            </Button>
          )}
          <Button variant="quiet" aria-label={copy.dismiss} className="px-3!" onClick={onDismiss}>
            <StateIcon name="x" className="size-5" />
          </Button>
        </div>
      </div>
      {refused.length > 0 && (
        <div className="border-line border-t py-2">
          <p className="font-semibold text-bad">{shipmentCopy.many.refused(refused.length)}</p>
          <ul className="grid gap-1 text-fine">
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <FormError>{problem?.detail}</FormError>
    </div>
  );
}
