import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { formatBytes } from '#src/shared/format-bytes.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { PdfField } from '#src/shared/ui/pdf-field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { UploadProgress } from '#src/shared/ui/upload-progress.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { uploadFile } from '#src/shared/upload-file.ts';
import { FILE_TOO_LARGE, MAX_UPLOAD_BYTES } from '#src/shared/upload-limits.ts';
import type { Tool } from '../../tool/contract.ts';
import { toolCopy } from '../../tool/copy.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../../tool/kinds.ts';
import { MAX_DOCUMENTS } from '../../tool/rules.ts';
import { catalogueCopy } from '../copy.ts';
import { useToolChange } from './use-tool-change.ts';

const { documents: copy } = catalogueCopy;
const { kinds } = toolCopy.documents;

interface DocumentsPanelProps {
  tool: Pick<Tool, '_id' | 'version' | 'documents'>;
  /** Fetches the tool again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}

/** The documents of a tool. Each can be removed, and one can be added. */
export function DocumentsPanel({ tool, refresh }: DocumentsPanelProps) {
  const { change, isPending, error } = useToolChange(tool, refresh);
  const list = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState('');
  const remove = async (fileId: string, title: string) => {
    setRemoved('');
    if (await change({ documents: documents.filter((other) => other.fileId !== fileId) })) return;
    setRemoved(copy.removed(title));
    // The focus moves on because the pressed button is gone.
    list.current?.focus();
  };
  const documents = tool.documents.map(({ kind, title, fileId }) => ({ kind, title, fileId }));
  return (
    <Section id="documents" title={copy.title}>
      <p className="mt-3 max-w-xl text-muted">{copy.text}</p>
      <div ref={list} tabIndex={-1} className="mt-3 max-w-xl outline-none">
        {documents.length === 0 && <p>{copy.none}</p>}
        <p role="status" className="sr-only">
          {removed}
        </p>
        <ul>
          {tool.documents.map(({ fileId, kind, title, bytes, url }) => (
            <li key={fileId} className="flex flex-wrap items-center gap-x-6 border-line border-b py-1">
              <a
                href={url}
                download
                className="inline-flex min-h-11 min-w-0 items-center py-2 underline underline-offset-4 wrap-anywhere"
              >
                {title}
              </a>
              <span className="text-fine text-muted">
                {kinds[kind]}, {formatBytes(bytes)}
              </span>
              <Button
                variant="quiet"
                pending={isPending}
                className="-mr-4 ml-auto"
                aria-label={copy.removeLabel(title)}
                onClick={() => void remove(fileId, title)}
              >
                {copy.remove}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-6 grid max-w-xl gap-6">
        {documents.length < MAX_DOCUMENTS ? (
          <AddDocumentForm
            place={documents.length}
            onUploaded={async (document, isShown) =>
              (await change({ documents: [...documents, document] }, isShown)) === null
            }
          />
        ) : (
          <p>{copy.full(MAX_DOCUMENTS)}</p>
        )}
        <FormError>{error}</FormError>
      </div>
    </Section>
  );
}

interface NewDocument {
  kind: DocumentKind;
  title: string;
  fileId: string;
}

const EMPTY = { kind: 'datasheet' as DocumentKind, title: '' };

interface AddDocumentFormProps {
  /** The index that this document will have among the tool's documents. */
  place: number;
  /** Stores the document and resolves to whether that worked. If so, the form is empty again. */
  onUploaded: (document: NewDocument, isShown: (problem: ApiProblem) => boolean) => Promise<boolean>;
}

function AddDocumentForm({ place, onUploaded }: AddDocumentFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const uploaded = useRef<{ file: File; id: string } | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const refuseFile = (sentence: string) => {
    setFileError(sentence);
    input.current?.focus();
  };

  /** The id of the file, which is uploaded once; null after an error that is shown. */
  const upload = async (setFormError: (sentence: string) => void): Promise<string | null> => {
    const file = input.current?.files?.[0];
    if (!file || file.size > MAX_UPLOAD_BYTES) {
      refuseFile(file ? FILE_TOO_LARGE : copy.missing);
      return null;
    }
    if (uploaded.current?.file === file) return uploaded.current.id;
    abort.current = new AbortController();
    setProgress(0);
    const call = { path: '/documents', field: 'document', file };
    const result = await uploadFile<{ insertedId: string }>(call, setProgress, abort.current.signal);
    setProgress(null);
    if (result.ok) {
      uploaded.current = { file, id: result.value.insertedId };
      return uploaded.current.id;
    }
    const { errors, detail } = result.problem;
    if (errors.document) refuseFile(errors.document);
    else setFormError(detail);
    return null;
  };

  const { form, props, pending, errors, formError } = useFieldForm({
    defaultValues: EMPTY,
    fields: ['title'],
    async send({ kind, title }, { form, setFormError }) {
      setFileError(null);
      const fileId = await upload(setFormError);
      if (fileId === null) return null;
      /** Shows what is wrong at its field, where it has one. */
      const showAtField = ({ errors: fields }: ApiProblem): boolean => {
        const title = fields[`documents.${place}.title`];
        if (title) form.setError('title', { message: title }, { shouldFocus: true });
        if (fields.documents) {
          // The file is gone: it has to be uploaded once more.
          uploaded.current = null;
          refuseFile(fields.documents);
        }
        return Boolean(title || fields.documents);
      };
      if (!(await onUploaded({ kind, title: title.trim(), fileId }, showAtField))) return null;
      uploaded.current = null;
      form.reset({ ...EMPTY, kind });
      if (input.current) input.current.value = '';
      return null;
    },
  });
  return (
    <form {...props} className="grid gap-6">
      <SelectField
        label={copy.kind}
        options={DOCUMENT_KINDS.map((kind) => [kind, kinds[kind]])}
        {...form.register('kind')}
      />
      <TextField
        label={copy.name}
        hint={copy.nameHint}
        autoComplete="off"
        maxLength={120}
        required
        error={errors.title?.message}
        {...form.register('title', { validate: (title) => title.trim() !== '' || 'Please fill this in.' })}
      />
      <PdfField
        ref={input}
        label={copy.file}
        hint={copy.fileHint}
        error={fileError ?? undefined}
        isUploading={progress !== null}
        onChange={() => setFileError(null)}
      />
      {progress !== null && (
        <UploadProgress label={copy.uploading} share={progress} onStop={() => abort.current?.abort()} />
      )}
      <FormError>{formError}</FormError>
      <Button type="submit" variant="secondary" pending={pending}>
        {copy.add}
      </Button>
    </form>
  );
}
