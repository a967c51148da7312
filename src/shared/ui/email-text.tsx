/** An email address that may break after its @ if a line has no room for all of it. */
export function EmailText({ address }: { address: string }) {
  const domainAt = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </>
  );
}
