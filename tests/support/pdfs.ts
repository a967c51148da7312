import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** Makes a PDF of one page. `change` may add to it. */
export async function makePdf(
  change: (document: PDFDocument) => void | Promise<void> = () => {},
  { objectStreams = true } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText('Datasheet', { font, x: 50, y: 700 });
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams: objectStreams }));
}
