import { toolCopy } from '../tool-copy.ts';

/** Takes the place of what orders a tool, once it is archived. */
export function NoLongerSold() {
  return (
    <p className="border border-line border-dashed px-4 py-6">
      <strong>{toolCopy.noLonger.title}</strong> {toolCopy.noLonger.text}
    </p>
  );
}
