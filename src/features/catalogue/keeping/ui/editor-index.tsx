import { catalogueCopy as copy } from '../copy.ts';
import './tool-editor.css';

/** The parts of the page on which a product is edited, in their order: their ids and titles. */
const EDITOR_PARTS = {
  basics: copy.edit.basics,
  ordering: copy.edit.ordering,
  details: copy.edit.details,
  pictures: copy.pictures.title,
  documents: copy.documents.title,
  stock: copy.stock.title,
  history: copy.history.title,
} as const;

export type EditorPart = keyof typeof EDITOR_PARTS;

/** Leads to each part of the page. On small screens it is a row that stays at the top. */
export function EditorIndex() {
  return (
    <nav aria-label={copy.edit.index} className="tool-index scroll-row">
      <ul>
        {Object.entries(EDITOR_PARTS).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center whitespace-nowrap px-3">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
