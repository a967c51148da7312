import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiResult } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { Field, inputClasses } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { ToolName } from '#src/shared/ui/tool-link.tsx';
import type { MatchedPictures } from '../contract.ts';
import { bulkCopy } from '../copy.ts';
import { MAX_PICTURE_FILES } from '../picture-names.ts';
import { PictureRow } from './bulk-table.tsx';
import type { PictureFile } from './picture-files.ts';
import { ACCEPTED_FILES } from './picture-files.ts';
import { usePictureImport } from './use-picture-import.ts';

const { pictures: copy } = bulkCopy;

/** More rows than these are shown on demand. */
const FIRST_ROWS = 50;

type ToolWithPictures = MatchedPictures['tools'][number];

interface PictureImportProps {
  /** Stores a picture and returns its address. */
  upload: (file: File, signal: AbortSignal) => Promise<ApiResult<string>>;
  /** A small copy of a picture as a data URL, or null if the browser cannot show it. */
  createPreview: (file: File, maxSide: number) => Promise<{ src: string } | null>;
}

/** Adds pictures to the products that their names mean, after a preview. Leads to the change, where it can be undone. */
export function PictureImport({ upload, createPreview }: PictureImportProps) {
  const navigate = useNavigate();
  const { chosen, matched, failed, sent, error, isPending, choose, add } = usePictureImport({
    upload,
    onDone: (id) => navigate(`/dashboard/products/changes/${id}`, { replace: true, state: { made: true } }),
  });
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (matched) section.current?.focus();
  }, [matched]);
  const [isWhole, setIsWhole] = useState(false);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => void choose([...(target.files ?? [])]);
  const added = matched?.found.filter(({ name }) => !failed.has(name)) ?? [];
  const tools = matched?.tools.filter(({ _id }) => added.some(({ toolId }) => toolId === _id)) ?? [];

  const columns: Column<ToolWithPictures>[] = [
    { header: copy.product, rowHeader: true, fullWidth: true, cell: (tool) => <ToolName tool={tool} mayKeep /> },
    { header: copy.now, width: 'w-60', align: 'end', cell: ({ pictures }) => <PictureRow pictures={pictures} /> },
    {
      header: copy.next,
      width: 'w-60',
      align: 'end',
      cell: ({ _id }) => (
        <span className="flex flex-wrap justify-end gap-2">
          {added
            .filter(({ toolId }) => toolId === _id)
            .toSorted((one, other) => one.place - other.place)
            .map(({ name, place }) => (
              <NewPicture
                key={name}
                name={name}
                place={place}
                file={chosen.find((picture) => picture.name === name)}
                createPreview={createPreview}
              />
            ))}
        </span>
      ),
    },
  ];

  return (
    <div className="grid gap-12">
      <div className="grid max-w-xl gap-6">
        <Field label={copy.files} hint={copy.filesHint}>
          {(control) => (
            <input
              type="file"
              multiple
              accept={ACCEPTED_FILES}
              {...control}
              className={inputClasses}
              onChange={onChange}
            />
          )}
        </Field>
        <Field label={copy.folder}>
          {(control) => (
            // A folder is chosen by an attribute that React's types lack.
            <input
              type="file"
              multiple
              {...{ webkitdirectory: '' }}
              {...control}
              className={inputClasses}
              onChange={onChange}
            />
          )}
        </Field>
        {chosen.length > MAX_PICTURE_FILES && <FormError>{copy.tooMany(chosen.length)}</FormError>}
        {!matched && <FormError>{error}</FormError>}
        <p role="status" className="text-muted empty:hidden">
          {isPending && !matched ? copy.reading : null}
        </p>
      </div>
      {matched && (
        <Section ref={section} tabIndex={-1} title={copy.preview} className="scroll-mt-4 outline-none">
          <p className="mt-3">{copy.summary(added.length, tools.length)}</p>
          <LeftOut
            title={copy.missing(matched.missing.length)}
            hint={copy.missingHint(matched.missing.length)}
            names={matched.missing}
          />
          <LeftOut
            title={copy.failed(failed.size)}
            hint={copy.failedHint}
            names={[...failed].map(([name, reason]) => `${name}: ${reason}`)}
          />
          {tools.length > 0 && (
            <div className="mt-6">
              <Table
                caption={copy.preview}
                columns={columns}
                rows={isWhole ? tools : tools.slice(0, FIRST_ROWS)}
                rowKey={({ _id }) => _id}
              />
              {!isWhole && tools.length > FIRST_ROWS && (
                <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
                  {bulkCopy.preview.more(tools.length)}
                </Button>
              )}
            </div>
          )}
          <div className="sticky bottom-0 z-10 mt-6 grid gap-3 border-ink border-t bg-paper py-3">
            <FormError>{error}</FormError>
            <p role="status" className="text-fine text-muted empty:hidden">
              {isPending && copy.progress(sent, added.length)}
              {!isPending && error && sent > 0 && copy.stopped}
            </p>
            {added.length > 0 && (
              <Button className="sm:justify-self-start" pending={isPending} onClick={() => void add()}>
                {copy.add(added.length, tools.length)}
              </Button>
            )}
          </div>
        </Section>
      )}
    </div>
  );
}

/** Files that are left out, and why. */
function LeftOut({ title, hint, names }: { title: string; hint: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="mt-4 max-w-3xl border border-line bg-sheet px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p className="text-fine text-muted">{hint}</p>
      <ul className="mt-2 max-h-60 overflow-y-auto text-fine wrap-anywhere">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** A picture that is still on the machine of whoever adds it. */
function NewPicture({
  name,
  place,
  file,
  createPreview,
}: Pick<PictureImportProps, 'createPreview'> & { name: string; place: number; file: PictureFile | undefined }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    if (file) void createPreview(file.file, 128).then((preview) => isShown && setSrc(preview?.src ?? null));
    return () => {
      isShown = false;
    };
  }, [file, createPreview]);
  return (
    <span className="grid justify-items-center" title={name}>
      {src ? (
        <img
          src={src}
          alt={name}
          width="64"
          height="48"
          className="aspect-4/3 w-16 border border-line object-contain"
        />
      ) : (
        <span className="aspect-4/3 w-16 border border-line" />
      )}
      <span className="font-sans text-fine">{copy.place(place)}</span>
    </span>
  );
}
