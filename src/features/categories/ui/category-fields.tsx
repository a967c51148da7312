import { type FormEvent, useId, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { joinPath } from '#src/shared/category-path.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import type { Category } from '../contract.ts';
import { categoriesCopy as copy } from '../copy.ts';

/** The fields of a category, as typed. */
export interface CategoryInput {
  name: string;
  slug: string;
  /** Empty for the top. */
  parentId: string;
}

/**
 * The form of a category. `onSend` resolves to why nothing was stored, or null. Without `category` it adds one, and is
 * empty again afterwards.
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
  const id = useId();
  const empty = { name: category?.name ?? '', slug: category?.slug ?? '', parentId: category?.parentId ?? '' };
  const [input, setInput] = useState<CategoryInput>(empty);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isPending, setIsPending] = useState(false);
  const set = (name: keyof CategoryInput) => (event: { target: { value: string } }) =>
    setInput({ ...input, [name]: event.target.value });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    const failure = await onSend(input);
    setProblem(failure);
    setIsPending(false);
    const first = failure && Object.keys(failure.errors)[0];
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    if (!failure && !category) setInput({ ...empty, parentId: input.parentId });
  };
  const errors = problem?.errors ?? {};
  const others = tree.filter(({ path }) => !category || !isWithin(path, category.path));
  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={send}>
      <TextField
        id={`${id}-name`}
        label={copy.name}
        hint={copy.nameHint}
        autoComplete="off"
        maxLength={60}
        required
        value={input.name}
        onChange={set('name')}
        error={errors.name}
      />
      <SelectField
        id={`${id}-parentId`}
        label={copy.parent}
        value={input.parentId}
        onChange={set('parentId')}
        error={errors.parentId}
        options={[['', copy.top], ...others.map(({ _id, path }): [string, string] => [_id, joinPath(path)])]}
      />
      {category && (
        <TextField
          id={`${id}-slug`}
          label={copy.slug}
          hint={copy.slugHint}
          autoComplete="off"
          maxLength={80}
          value={input.slug}
          onChange={set('slug')}
          error={errors.slug}
        />
      )}
      <FormError>{problem && Object.keys(errors).length === 0 ? problem.detail : null}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={category ? 'primary' : 'secondary'} pending={isPending}>
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

/** Whether a path is that of a category or of one below it. */
function isWithin(path: readonly string[], above: readonly string[]): boolean {
  return above.every((name, at) => path[at] === name);
}
