import { useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { joinPath } from '#src/shared/category-path.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import type { Category } from '../contract.ts';
import { categoriesCopy as copy } from '../copy.ts';

export interface CategoryInput {
  name: string;
  slug: string;
  /** Empty for the top level. */
  parentId: string;
}

/**
 * The form of a category. `onSend` resolves to the reason why nothing was stored, or null. Without `category`, the form
 * adds one and is then empty again. A pasted name that is too long is refused: with `maxLength`, a browser would cut it
 * without a word.
 */
export function CategoryFields({
  tree,
  category,
  onSend,
  onCancel,
}: {
  tree: readonly Category[];
  category?: Category;
  onSend: (input: CategoryInput) => Promise<ApiProblem | null>;
  onCancel?: () => void;
}) {
  const empty = { name: category?.name ?? '', slug: category?.slug ?? '', parentId: category?.parentId ?? '' };
  const [input, setInput] = useState<CategoryInput>(empty);
  const set = (name: keyof CategoryInput) => (event: { target: { value: string } }) =>
    setInput({ ...input, [name]: event.target.value });
  const { props, pending, errors, formError } = useFormSubmission({
    async send() {
      const problem = await onSend(input);
      if (!problem && !category) setInput({ ...empty, parentId: input.parentId });
      return problem;
    },
  });
  const others = tree.filter(({ path }) => !category || !isWithin(path, category.path));
  return (
    <form {...props} className="grid max-w-xl gap-4">
      <TextField
        label={copy.name}
        hint={copy.nameHint}
        autoComplete="off"
        required
        value={input.name}
        onChange={set('name')}
        error={errors.name}
      />
      <SelectField
        label={copy.parent}
        value={input.parentId}
        onChange={set('parentId')}
        error={errors.parentId}
        options={[['', copy.top], ...others.map(({ _id, path }): [string, string] => [_id, joinPath(path)])]}
      />
      {category && (
        <TextField
          label={copy.slug}
          hint={copy.slugHint}
          autoComplete="off"
          value={input.slug}
          onChange={set('slug')}
          error={errors.slug}
        />
      )}
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={category ? 'primary' : 'secondary'} pending={pending}>
          {category ? copy.save : copy.addButton}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {copy.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whether a path is that of a category or of one of its descendants. */
function isWithin(path: readonly string[], above: readonly string[]): boolean {
  return above.every((name, at) => path[at] === name);
}
