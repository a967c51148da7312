import { Link } from '@react-email/link';
import type { CSSProperties } from 'react';
import { ink, lineColor, monoFont, muted, textFont } from './email-style.ts';

export interface EmailItem {
  name: string;
  url?: string | undefined;
  /** A note below the name. */
  detail: string;
  figure: string;
}

/** Rows with a name, a note, and a number at the right. Both columns stay readable on a phone. */
export function ItemsTable({ items }: { items: readonly EmailItem[] }) {
  const cell: CSSProperties = {
    borderBottom: `1px solid ${lineColor}`,
    padding: '9px 0',
    fontSize: 15,
    lineHeight: '22px',
  };
  return (
    <table
      className="details line"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: 'collapse', borderTop: `1px solid ${lineColor}`, margin: '4px 0 24px' }}
    >
      <tbody>
        {items.map(({ name, url, detail, figure }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once, and names may repeat
          <tr key={at}>
            <th
              scope="row"
              className="ink line"
              style={{
                ...cell,
                color: ink,
                fontFamily: textFont,
                fontWeight: 400,
                overflowWrap: 'anywhere',
                paddingRight: 16,
                textAlign: 'left',
                verticalAlign: 'top',
              }}
            >
              {url ? (
                <Link href={url} className="name ink" style={{ color: ink, textDecoration: 'underline' }}>
                  {name}
                </Link>
              ) : (
                name
              )}
              <br />
              <span className="muted" style={{ color: muted, fontSize: 13, lineHeight: '20px' }}>
                {detail}
              </span>
            </th>
            <td
              className="ink line"
              style={{
                ...cell,
                color: ink,
                fontFamily: monoFont,
                textAlign: 'right',
                verticalAlign: 'top',
                whiteSpace: 'nowrap',
              }}
            >
              {figure}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
