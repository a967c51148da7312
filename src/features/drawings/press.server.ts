import sharp from 'sharp';
import { createGate } from '#src/platform/gate.server.ts';
import { openPicture } from '#src/platform/open-picture.server.ts';

/** How many pictures are remembered; one has 20 to 200 KB. */
const REMEMBERED = 100;

interface Press {
  /**
   * The PNG called `name`, made by `draw` where it is not remembered; null when too many wait for theirs. The same
   * name always means the same picture. `over` is laid upon the drawing, as large as it fits; rejected when it is no
   * picture.
   */
  print(name: string, draw: () => string, over?: Overlay): Promise<Buffer | null>;
  /** The PNG of that name, where it is remembered or in the making. */
  remembered(name: string): Promise<Buffer | null> | undefined;
}

interface Overlay {
  picture: Buffer;
  place: { left: number; top: number; width: number; height: number };
}

/** Makes PNGs of drawings, for those who take no SVG: one at a time, since each takes a core for 50 ms. */
export function createPress(): Press {
  const printed = new Map<string, Promise<Buffer | null>>();
  const gate = createGate(1, 30);
  return {
    remembered: (name) => printed.get(name),
    print(name, draw, over) {
      const known = printed.get(name);
      if (known) return known;
      const printing = gate.pass(() => render(draw(), over));
      printed.set(name, printing);
      const forgetUnlessMade = (made: Buffer | null) => {
        if (!made) printed.delete(name);
      };
      printing.then(forgetUnlessMade, () => forgetUnlessMade(null));
      for (const oldest of printed.keys()) {
        if (printed.size <= REMEMBERED) break;
        printed.delete(oldest);
      }
      return printing;
    },
  };
}

async function render(svg: string, over?: Overlay): Promise<Buffer> {
  const sheet = sharp(Buffer.from(svg));
  if (!over) return sheet.png({ palette: true, colours: 64 }).toBuffer();
  const { left, top, width, height } = over.place;
  const opened = openPicture(over.picture);
  if (!opened) throw new Error('What should be laid upon a drawing is no picture.');
  const { data, info } = await opened.resize({ width, height, fit: 'inside' }).toBuffer({ resolveWithObject: true });
  const middle = {
    left: left + Math.round((width - info.width) / 2),
    top: top + Math.round((height - info.height) / 2),
  };
  return sheet
    .composite([{ input: data, ...middle }])
    .png({ palette: true, colours: 256 })
    .toBuffer();
}
