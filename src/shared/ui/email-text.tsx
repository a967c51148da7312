/** An e-mail address that, where it has no room on one line, rather breaks behind its @. */
export function EmailText({ address }: { address: string }) {
  const behind = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, behind)}
      <wbr />
      {address.slice(behind)}
    </>
  );
}
