/** A small program as text, for a `<script>` in the document; see `INLINE_SCRIPT` in `vite.config.ts`. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
