import { useRef, useState } from 'react';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { EmptyState, Section } from '#src/shared/ui/page.tsx';
import { toIfMatch } from '#src/shared/versions.ts';
import type { Category, ManagedCategory } from '../contract.ts';
import { categoriesCopy as copy } from '../copy.ts';
import { CategoryFields, type CategoryInput } from './category-fields.tsx';

/** The tree of categories, where categories can be added, renamed, moved, reordered and deleted. */
export function CategoryEditor({ tree, refresh }: { tree: readonly ManagedCategory[]; refresh: () => Promise<void> }) {
  const dialog = useDialog();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const list = useRef<HTMLUListElement>(null);

  /** If the server could not be reached, a refresh would replace this page with an error. */
  const send = async (
    path: string,
    { version, ...call }: { method: 'POST' | 'PATCH' | 'DELETE'; body?: object; version?: number },
    sentence: string,
  ): Promise<ApiProblem | null> => {
    setIsPending(true);
    setError(null);
    setDone('');
    const headers = version === undefined ? {} : toIfMatch(version);
    const result = await callApi(`/categories${path}`, { ...call, headers });
    const problem = result.ok ? null : result.problem;
    if (!problem || !isOutcomeUnknown(problem)) await refresh();
    setIsPending(false);
    if (!problem) setDone(sentence);
    return problem;
  };
  const report = (problem: ApiProblem | null) =>
    setError(problem && (Object.values(problem.errors)[0] ?? problem.detail));

  const add = ({ name, parentId }: CategoryInput) =>
    send('', { method: 'POST', body: { name, parentId: parentId || null } }, copy.added(name));
  const save = async (category: Category, { name, slug, parentId }: CategoryInput) => {
    const body = { name, slug, parentId: parentId || null };
    const { _id, version } = category;
    const problem = await send(`/${_id}`, { method: 'PATCH', body, version }, copy.saved(name));
    if (!problem) {
      setOpenId(null);
      list.current?.focus();
    }
    return problem;
  };
  const move = async ({ _id, name, version }: Category, position: number) =>
    report(await send(`/${_id}`, { method: 'PATCH', body: { position }, version }, copy.moved(name, position)));
  const remove = async (category: Category) => {
    const parent = tree.find(({ _id }) => _id === category.parentId);
    const below = tree.filter(({ parentId }) => parentId === category._id).length;
    if (!(await dialog.confirm(copy.ask(category, parent, below)))) return;
    report(await send(`/${category._id}?contents=parent`, { method: 'DELETE' }, copy.removed(category.name)));
    list.current?.focus();
  };

  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <p role="status" className="text-good empty:hidden">
          {done}
        </p>
        <FormError>{error}</FormError>
        {tree.length === 0 ? (
          <EmptyState title={copy.none.title} text={copy.none.text} />
        ) : (
          <ul ref={list} tabIndex={-1} aria-label={copy.tree} className="outline-none">
            {tree.map((category) => (
              <li key={category._id} className="border-line border-b">
                <Entry
                  category={category}
                  isLast={!tree.some((other) => isNext(category, other))}
                  isPending={isPending}
                  isOpen={openId === category._id}
                  onOpen={() => setOpenId(openId === category._id ? null : category._id)}
                  onMove={move}
                  onRemove={remove}
                />
                {openId === category._id && (
                  <div className="grid gap-4 border-edge border-l-2 py-4 pl-4">
                    <CategoryFields
                      tree={tree}
                      category={category}
                      onSend={(input) => save(category, input)}
                      onCancel={() => setOpenId(null)}
                    />
                    {category.public && (
                      <div>
                        <ButtonLink to={`/categories/${category.slug}`} variant="quiet" className="-mx-5">
                          {copy.view}
                        </ButtonLink>
                      </div>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Section title={copy.add}>
        <div className="mt-4">
          <CategoryFields tree={tree} onSend={add} />
        </div>
      </Section>
    </div>
  );
}

/** Whether another category is a later sibling of this one. */
function isNext({ parentId, position }: Category, other: Category): boolean {
  return other.parentId === parentId && other.position > position;
}

const indents = ['', 'pl-5', 'pl-10', 'pl-15', 'pl-20', 'pl-25'];

function Entry({
  category,
  isLast,
  isPending,
  isOpen,
  onOpen,
  onMove,
  onRemove,
}: {
  category: ManagedCategory;
  isLast: boolean;
  isPending: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onMove: (category: Category, position: number) => Promise<void>;
  onRemove: (category: Category) => Promise<void>;
}) {
  const { name, path, position } = category;
  const order = (target: number, label: string, icon: 'arrow-up' | 'arrow-down', isOff: boolean) => (
    <Button
      variant="quiet"
      className="min-w-11 px-3!"
      pending={isPending}
      disabled={isOff}
      aria-label={label}
      onClick={() => void onMove(category, target)}
    >
      <Icon name={icon} className="size-4" />
    </Button>
  );
  return (
    <div className={`flex flex-wrap items-center gap-x-4 py-1 ${indents[path.length - 1] ?? ''}`}>
      <p className="min-w-0 grow max-sm:w-full">
        <span className={`wrap-anywhere ${path.length === 1 ? 'font-semibold' : ''}`}>{name}</span>{' '}
        <span className="text-fine text-muted">{category.public ? copy.countTools(category) : copy.notPublic}</span>
      </p>
      <div className="-mr-3 ml-auto flex">
        {order(position - 1, copy.upLabel(name), 'arrow-up', position === 1)}
        {order(position + 1, copy.downLabel(name), 'arrow-down', isLast)}
        <Button
          variant="quiet"
          className="px-3!"
          aria-expanded={isOpen}
          aria-label={copy.changeLabel(name)}
          onClick={onOpen}
        >
          {copy.change}
        </Button>
        <Button
          variant="quiet"
          className="px-3!"
          pending={isPending}
          aria-label={copy.removeLabel(name)}
          onClick={() => void onRemove(category)}
        >
          {copy.remove}
        </Button>
      </div>
    </div>
  );
}
