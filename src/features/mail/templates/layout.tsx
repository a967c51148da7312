import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import { imprintLines, useCompany } from '#src/shared/company.ts';
import { HIDDEN_LINK } from '../rules.ts';
import { ink, lineColor, monoFont, muted, panel, paper, signal, textFont } from './email-style.ts';

const DARK_MODE_CSS = `
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: #0e1a2b !important; }
  .sheet { background-color: #122136 !important; border-color: #dfe9f5 #2a3f5c #2a3f5c !important; }
  .ink { color: #dfe9f5 !important; border-color: #dfe9f5 !important; }
  .muted { color: #9db0c8 !important; }
  .line { border-color: #2a3f5c !important; }
  .signal { background-color: #ff7a52 !important; color: #14110f !important; border-color: #ff7a52 !important; }
}
@media (max-width: 480px) { .inner { padding: 20px 16px !important; } }
`;

const text: CSSProperties = { color: ink, fontSize: 16, lineHeight: '26px', margin: '0 0 16px' };
const smallText: CSSProperties = { color: muted, fontSize: 13, lineHeight: '20px', margin: '0 0 8px' };

/** The frame of every email: shop name, heading, content, the reason for the email, and the company. */
export function EmailLayout({
  preview,
  title,
  reason,
  publicUrl,
  children,
}: {
  /** The text that mail programs show beside the subject. */
  preview: string;
  title: string;
  /** Why the reader gets this email. */
  reason: (shopName: string) => string;
  publicUrl: string;
  children: ReactNode;
}) {
  const company = useCompany();
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{DARK_MODE_CSS}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: paper, fontFamily: textFont, margin: 0, padding: 0 }}>
        <Preview>{preview}</Preview>
        <Container style={{ maxWidth: 600, padding: '24px 12px' }}>
          <Text
            className="ink"
            data-skip-in-text
            style={{ color: ink, fontSize: 19, fontWeight: 700, letterSpacing: '-0.01em', margin: '0 0 12px' }}
          >
            {company.name}
          </Text>
          <Container
            className="sheet"
            style={{
              maxWidth: 576,
              backgroundColor: panel,
              border: `1px solid ${lineColor}`,
              borderTop: `3px solid ${ink}`,
            }}
          >
            <Section className="inner" style={{ padding: '28px 32px 20px' }}>
              <Heading
                as="h1"
                className="ink"
                style={{
                  color: ink,
                  fontSize: 24,
                  lineHeight: '30px',
                  fontWeight: 700,
                  letterSpacing: '-0.01em',
                  margin: '0 0 20px',
                }}
              >
                {title}
              </Heading>
              {children}
            </Section>
          </Container>
          <Hr data-skip-in-text className="line" style={{ borderColor: lineColor, margin: '24px 0 16px' }} />
          <Text className="muted" style={smallText}>
            {reason(company.name)}
          </Text>
          <Text className="muted" style={smallText}>
            Questions? Just reply to this email, or call {company.phone.formatted}, {company.hours}.
          </Text>
          <Text className="muted" style={{ ...smallText, margin: 0 }}>
            {imprintLines(company).join(', ')}
            <br />
            <Link href={`${publicUrl}/home`} className="muted" style={{ color: muted, textDecoration: 'underline' }}>
              {publicUrl}/home
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** The name of the shop, inside a sentence. */
export function ShopName() {
  return useCompany().name;
}

// The outbox shows this in place of links.
const TAKEN_OUT = 'the link was removed from this copy after the email was sent';
const HIDDEN = 'a link only the recipient can see';

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...text, overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** A text with its line breaks. */
export function Lines({ text: lines }: { text: string }) {
  return lines.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <span key={at}>
      {at > 0 && <br />}
      {line}
    </span>
  ));
}

/** The main action, with its URL below for programs without buttons. */
export function ActionButton({ label, url }: { label: string; url: string | null }) {
  if (url === null || url === HIDDEN_LINK)
    return (
      <Paragraph>
        [{label}: {url === null ? TAKEN_OUT : HIDDEN}]
      </Paragraph>
    );
  return (
    <>
      <Button
        href={url}
        className="signal"
        style={{
          backgroundColor: signal,
          border: `1px solid ${signal}`,
          borderRadius: 2,
          color: '#fffaf2',
          fontSize: 16,
          fontWeight: 600,
          lineHeight: '20px',
          margin: '8px 0 20px',
          padding: '13px 22px',
          textDecoration: 'none',
        }}
      >
        {label}
      </Button>
      <Text className="muted" data-skip-in-text style={{ ...smallText, margin: '0 0 20px', overflowWrap: 'anywhere' }}>
        If the button does not work, copy this address into your browser:
        <br />
        {url}
      </Text>
    </>
  );
}

/** A link beside the main action. */
export function SecondaryLink({ children, label, url }: { children: ReactNode; label: string; url: string | null }) {
  return (
    <Paragraph>
      {children}{' '}
      {url === null || url === HIDDEN_LINK ? (
        `[${url === null ? TAKEN_OUT : HIDDEN}]`
      ) : (
        <Link href={url} className="ink" style={{ color: ink, textDecoration: 'underline' }}>
          {label}
        </Link>
      )}
    </Paragraph>
  );
}

/** Labels of rows whose values are words, not figures. */
const PROSE = ['Tool', 'Ship to'];

/** Labels and values, one row each. A value with a URL is a link. */
export function DetailsTable({
  rows,
}: {
  rows: readonly (readonly [label: string, value: string, url?: string | undefined])[];
}) {
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
        {rows.map(([label, value, url]) => (
          <tr key={label}>
            <th
              scope="row"
              className="muted line"
              style={{
                ...cell,
                color: muted,
                fontWeight: 400,
                paddingRight: 16,
                textAlign: 'left',
                verticalAlign: 'top',
              }}
            >
              {label}
            </th>
            <td
              className="ink line"
              style={{
                ...cell,
                color: ink,
                fontFamily: PROSE.includes(label) ? textFont : monoFont,
                overflowWrap: 'anywhere',
                textAlign: 'right',
              }}
            >
              {url ? (
                <Link href={url} className="name ink" style={{ color: ink, textDecoration: 'underline' }}>
                  {value}
                </Link>
              ) : (
                <Lines text={value} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
