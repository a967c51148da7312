-- The database after all migrations, to be read and searched. `npm run schema` writes this file.

create table access_tokens (
  token_hash text not null,
  user_id text not null,
  session_id text,
  expires_at timestamp with time zone not null,
  sign_in text,
  constraint access_tokens_pkey PRIMARY KEY (token_hash),
  constraint access_tokens_session_id_identity_sessions_id_fk FOREIGN KEY (session_id) REFERENCES identity_sessions(id) ON DELETE CASCADE,
  constraint access_tokens_sign_in_sign_ins_key_fk FOREIGN KEY (sign_in) REFERENCES sign_ins(key) ON DELETE CASCADE,
  constraint access_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_expires_at ON public.access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_session ON public.access_tokens USING btree (session_id);
CREATE INDEX access_tokens_sign_in ON public.access_tokens USING btree (sign_in);
CREATE INDEX access_tokens_user ON public.access_tokens USING btree (user_id);

create table addresses (
  id text not null,
  user_id text not null,
  name text not null,
  company text not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  country character(2) not null,
  phone text not null,
  vat_id text not null,
  is_default_delivery boolean default false not null,
  is_default_billing boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  label text default ''::text not null,
  constraint addresses_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint addresses_label_length CHECK ((char_length(label) <= 40)),
  constraint addresses_lengths CHECK (((char_length(name) <= 100) AND (char_length(company) <= 100) AND (char_length(line1) <= 120) AND (char_length(line2) <= 120) AND (char_length(city) <= 80) AND (char_length(region) <= 80) AND (char_length(postal_code) <= 16) AND (char_length(phone) <= 40) AND (char_length(vat_id) <= 30))),
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_recipient CHECK (((name <> ''::text) AND (line1 <> ''::text))),
  constraint addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint addresses_version CHECK ((version >= 1))
);
CREATE INDEX addresses_by_vat_id ON public.addresses USING btree (vat_id) WHERE (vat_id <> ''::text);
CREATE UNIQUE INDEX addresses_default_billing ON public.addresses USING btree (user_id) WHERE is_default_billing;
CREATE UNIQUE INDEX addresses_default_delivery ON public.addresses USING btree (user_id) WHERE is_default_delivery;
CREATE INDEX addresses_of_user ON public.addresses USING btree (user_id);

create table audit_events (
  id text not null,
  seq bigint generated always as identity not null,
  created_at timestamp with time zone default now() not null,
  actor text not null,
  actor_id text,
  actor_email text,
  actor_role text,
  action text not null,
  subject text not null,
  subject_id text not null,
  subject_name text not null,
  before jsonb,
  after jsonb,
  address text,
  constraint audit_events_actor_known CHECK (((actor = 'user'::text) = (actor_id IS NOT NULL))),
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_seq_unique UNIQUE (seq),
  constraint audit_events_subject_of_action CHECK ((subject = split_part(action, '.'::text, 1)))
);
CREATE INDEX audit_events_by_actor ON public.audit_events USING btree (actor_email, seq) WHERE (actor = 'user'::text);
CREATE INDEX audit_events_by_kind ON public.audit_events USING btree (subject, seq) WHERE (subject <> 'order'::text);
CREATE INDEX audit_events_by_subject ON public.audit_events USING btree (subject_id, seq);
CREATE INDEX audit_events_by_time ON public.audit_events USING brin (created_at);
CREATE INDEX audit_events_searched ON public.audit_events USING gin (fold_text(((((COALESCE(actor_email, ''::text) || '
'::text) || subject_name) || '
'::text) || subject_id)) gin_trgm_ops) WHERE (subject <> 'order'::text);
CREATE INDEX audit_events_with_address ON public.audit_events USING btree (created_at) WHERE (address IS NOT NULL);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_append_only();
CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only();

create table awaited_tools (
  tool_id text not null,
  check_at timestamp with time zone default now() not null,
  constraint awaited_tools_pkey PRIMARY KEY (tool_id),
  constraint awaited_tools_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX awaited_tools_due ON public.awaited_tools USING btree (check_at);

create table backups (
  id text not null,
  made_at timestamp with time zone not null,
  place text not null,
  name text,
  bytes bigint,
  error text,
  constraint backups_made_or_failed CHECK ((num_nonnulls(name, bytes) =
CASE
    WHEN (error IS NULL) THEN 2
    ELSE 0
END)),
  constraint backups_pkey PRIMARY KEY (id)
);
CREATE INDEX backups_made_at ON public.backups USING btree (made_at);

create table baskets (
  user_id text not null,
  lines jsonb not null,
  version integer default 1 not null,
  changed_at timestamp with time zone default now() not null,
  constraint baskets_lines_bounded CHECK (
CASE
    WHEN (jsonb_typeof(lines) = 'array'::text) THEN (jsonb_array_length(lines) <= 100)
    ELSE false
END),
  constraint baskets_pkey PRIMARY KEY (user_id),
  constraint baskets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint baskets_version_positive CHECK ((version > 0))
);

create table blogs (
  id text not null,
  seq bigint generated always as identity not null,
  author text not null,
  question text not null,
  short_description text not null,
  detail jsonb not null,
  tags text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint blogs_pkey PRIMARY KEY (id),
  constraint blogs_seq_unique UNIQUE (seq)
);

create table bulk_change_rows (
  bulk_change_id text not null,
  tool_id text not null,
  before jsonb not null,
  after jsonb not null,
  constraint bulk_change_rows_bulk_change_id_bulk_changes_id_fk FOREIGN KEY (bulk_change_id) REFERENCES bulk_changes(id),
  constraint bulk_change_rows_bulk_change_id_tool_id_pk PRIMARY KEY (bulk_change_id, tool_id),
  constraint bulk_change_rows_differ CHECK ((before <> after)),
  constraint bulk_change_rows_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX bulk_change_rows_tool ON public.bulk_change_rows USING btree (tool_id);

create table bulk_changes (
  id text not null,
  seq bigint generated always as identity not null,
  kind text not null,
  change jsonb not null,
  count integer not null,
  made_by text not null,
  made_at timestamp with time zone default now() not null,
  idempotency_key text,
  fingerprint text not null,
  undone_by text,
  undone_at timestamp with time zone,
  constraint bulk_changes_count_positive CHECK ((count > 0)),
  constraint bulk_changes_kind CHECK (((kind = ANY (ARRAY['price'::text, 'stock'::text, 'state'::text, 'category'::text, 'pictures'::text])) AND (kind = (change ->> 'kind'::text)))),
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_seq_unique UNIQUE (seq),
  constraint bulk_changes_undone CHECK (((undone_by IS NULL) = (undone_at IS NULL)))
);
CREATE INDEX bulk_changes_by_kind ON public.bulk_changes USING btree (kind, seq);
CREATE UNIQUE INDEX bulk_changes_idempotency ON public.bulk_changes USING btree (made_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX bulk_changes_searched ON public.bulk_changes USING gin (fold_text(made_by) gin_trgm_ops);

create table categories (
  id text not null,
  parent_id text,
  name text not null,
  slug text default ''::text not null,
  "position" integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  public boolean default true not null,
  constraint categories_name_plain CHECK (((name <> ''::text) AND (POSITION(('>'::text) IN (name)) = 0))),
  constraint categories_parent_id_categories_id_fk FOREIGN KEY (parent_id) REFERENCES categories(id),
  constraint categories_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX categories_name ON public.categories USING btree (COALESCE(parent_id, ''::text), lower(name));
CREATE INDEX categories_parent ON public.categories USING btree (parent_id);
CREATE UNIQUE INDEX categories_slug ON public.categories USING btree (slug);
CREATE TRIGGER categories_changed_for_search AFTER UPDATE OF name, parent_id ON public.categories FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION queue_category_for_search();
CREATE TRIGGER categories_former_slug AFTER UPDATE OF slug ON public.categories FOR EACH ROW WHEN ((old.slug <> new.slug)) EXECUTE FUNCTION keep_former_category_slug();
CREATE TRIGGER categories_given_slug AFTER INSERT ON public.categories FOR EACH ROW EXECUTE FUNCTION keep_former_category_slug();
CREATE TRIGGER categories_moved BEFORE UPDATE OF parent_id ON public.categories FOR EACH ROW WHEN ((old.parent_id IS DISTINCT FROM new.parent_id)) EXECUTE FUNCTION check_category_tree();
CREATE TRIGGER categories_publish_parent AFTER INSERT OR UPDATE OF public, parent_id ON public.categories FOR EACH ROW WHEN ((new.public AND (new.parent_id IS NOT NULL))) EXECUTE FUNCTION publish_parent_category();
CREATE TRIGGER categories_slug BEFORE INSERT ON public.categories FOR EACH ROW WHEN (((new.slug = ''::text) OR (new.slug ~~ '~%'::text))) EXECUTE FUNCTION make_category_slug();
CREATE TRIGGER categories_tree BEFORE INSERT ON public.categories FOR EACH ROW EXECUTE FUNCTION check_category_tree();
CREATE TRIGGER categories_version BEFORE UPDATE OF name, slug, parent_id ON public.categories FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION count_tool_version();

create table category_facet_changes (
  seq bigint generated always as identity not null,
  category_id text not null,
  constraint category_facet_changes_pkey PRIMARY KEY (seq)
);
CREATE INDEX category_facet_changes_category ON public.category_facet_changes USING btree (category_id);

create table category_facets (
  category_id text not null,
  rows jsonb not null,
  about boolean default false not null,
  constraint category_facets_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint category_facets_pkey PRIMARY KEY (category_id)
);

create table category_tool_counts (
  category_id text not null,
  delta integer not null
);
CREATE INDEX category_tool_counts_category ON public.category_tool_counts USING btree (category_id);

create table contact_messages (
  id text not null,
  seq bigint generated always as identity not null,
  name text not null,
  email text not null,
  message text not null,
  dedupe_key text,
  done_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  subject text not null,
  constraint contact_messages_dedupe_key UNIQUE (dedupe_key),
  constraint contact_messages_done_has_no_dedupe_key CHECK (((done_at IS NULL) OR (dedupe_key IS NULL))),
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_seq_unique UNIQUE (seq)
);
CREATE INDEX contact_messages_done ON public.contact_messages USING btree (seq) WHERE (done_at IS NOT NULL);
CREATE INDEX contact_messages_open ON public.contact_messages USING btree (seq) WHERE (done_at IS NULL);
CREATE INDEX contact_messages_searched ON public.contact_messages USING gin (fold_text(((((((subject || '
'::text) || message) || '
'::text) || name) || '
'::text) || email)) gin_trgm_ops);

create table daily_runs (
  job text not null,
  day date not null,
  constraint daily_runs_pkey PRIMARY KEY (job)
);

create table document_files (
  id text not null,
  bytes integer not null,
  sha256 text not null,
  content bytea not null,
  unused_since timestamp with time zone default now(),
  created_at timestamp with time zone default now() not null,
  constraint document_files_bytes CHECK (((bytes = octet_length(content)) AND (bytes > 0))),
  constraint document_files_pkey PRIMARY KEY (id)
);
CREATE INDEX document_files_unused ON public.document_files USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table exemption_files (
  exemption_id text not null,
  content bytea not null,
  constraint exemption_files_bytes CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 4194304))),
  constraint exemption_files_exemption_id_exemptions_id_fk FOREIGN KEY (exemption_id) REFERENCES exemptions(id) ON DELETE CASCADE,
  constraint exemption_files_pkey PRIMARY KEY (exemption_id)
);

create table exemptions (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  kind text not null,
  state text default 'pending'::text not null,
  certificate_number text default ''::text not null,
  valid_until date,
  places jsonb not null,
  reason text default ''::text not null,
  approved_at timestamp with time zone,
  decided_at timestamp with time zone,
  bytes integer not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  searched text generated always as (fold_text(certificate_number)) stored,
  disowned_at timestamp with time zone,
  constraint exemptions_approved CHECK (((state <> 'approved'::text) OR (approved_at IS NOT NULL))),
  constraint exemptions_bounded CHECK (((char_length(certificate_number) <= 60) AND (char_length(reason) <= 500) AND ((jsonb_array_length(places) >= 1) AND (jsonb_array_length(places) <= 80)))),
  constraint exemptions_disowned CHECK (((disowned_at IS NULL) OR (state = 'withdrawn'::text))),
  constraint exemptions_kind_known CHECK ((kind = ANY (ARRAY['resale'::text, 'manufacturing'::text, 'nonprofit'::text, 'government'::text, 'other'::text]))),
  constraint exemptions_pkey PRIMARY KEY (id),
  constraint exemptions_seq_unique UNIQUE (seq),
  constraint exemptions_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint exemptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
  constraint exemptions_version CHECK ((version >= 1))
);
CREATE INDEX exemptions_by_state ON public.exemptions USING btree (state, seq);
CREATE INDEX exemptions_ending ON public.exemptions USING btree (valid_until) WHERE ((state = 'approved'::text) AND (valid_until IS NOT NULL));
CREATE INDEX exemptions_of_user ON public.exemptions USING btree (user_id, seq);
CREATE INDEX exemptions_searched ON public.exemptions USING gin (searched gin_trgm_ops);

create table former_category_slugs (
  slug text not null,
  category_id text not null,
  constraint former_category_slugs_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint former_category_slugs_pkey PRIMARY KEY (slug)
);
CREATE INDEX former_category_slugs_category ON public.former_category_slugs USING btree (category_id);

create table former_slugs (
  slug text not null,
  tool_id text not null,
  constraint former_slugs_pkey PRIMARY KEY (slug),
  constraint former_slugs_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX former_slugs_tool ON public.former_slugs USING btree (tool_id);

create table identity_accounts (
  id text not null,
  account_id text not null,
  provider_id text not null,
  user_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identity_accounts_pkey PRIMARY KEY (id),
  constraint identity_accounts_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identity_accounts_provider ON public.identity_accounts USING btree (provider_id, account_id);
CREATE INDEX identity_accounts_user ON public.identity_accounts USING btree (user_id);

create table identity_keys (
  id text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  alg text,
  crv text,
  constraint identity_keys_pkey PRIMARY KEY (id)
);

create table identity_links (
  token_hash text not null,
  user_id text not null,
  purpose text not null,
  display_name text,
  password_hash text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint identity_links_pkey PRIMARY KEY (token_hash),
  constraint identity_links_purpose_known CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text]))),
  constraint identity_links_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_links_expires_at ON public.identity_links USING btree (expires_at);
CREATE INDEX identity_links_user ON public.identity_links USING btree (user_id, purpose);

create table identity_requests (
  id text not null,
  seq bigint generated always as identity not null,
  kind text not null,
  email text not null,
  display_name text,
  password_hash text,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint identity_requests_kind_known CHECK ((kind = ANY (ARRAY['sign_up'::text, 'confirm'::text, 'reset'::text]))),
  constraint identity_requests_pkey PRIMARY KEY (id),
  constraint identity_requests_seq_unique UNIQUE (seq)
);
CREATE INDEX identity_requests_next ON public.identity_requests USING btree (attempts, seq);

create table identity_sessions (
  id text not null,
  expires_at timestamp with time zone not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ip_address text,
  user_agent text,
  user_id text not null,
  constraint identity_sessions_pkey PRIMARY KEY (id),
  constraint identity_sessions_token_unique UNIQUE (token),
  constraint identity_sessions_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES identity_users(id) ON DELETE CASCADE
);
CREATE INDEX identity_sessions_user ON public.identity_sessions USING btree (user_id);

create table identity_users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identity_users_email_unique UNIQUE (email),
  constraint identity_users_pkey PRIMARY KEY (id)
);

create table identity_verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identity_verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX identity_verifications_identifier ON public.identity_verifications USING btree (identifier);

create table images (
  id text not null,
  owner_id text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone default now() not null,
  storage text default 'local'::text not null,
  hosted_url text,
  delete_url text,
  uploading boolean default false not null,
  generation integer default 1 not null,
  recompressed boolean default false not null,
  constraint images_generation_known CHECK ((generation = ANY (ARRAY[1, 2]))),
  constraint images_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint images_pkey PRIMARY KEY (id),
  constraint images_size_positive CHECK (((width > 0) AND (height > 0))),
  constraint images_storage_known CHECK ((storage = ANY (ARRAY['local'::text, 'imgbb'::text, 's3'::text])))
);
CREATE INDEX images_hosted_url ON public.images USING btree (hosted_url) WHERE (hosted_url IS NOT NULL);
CREATE INDEX images_not_recompressed ON public.images USING btree (id) WHERE ((NOT recompressed) AND (storage <> 'imgbb'::text));
CREATE INDEX images_owner ON public.images USING btree (owner_id);
CREATE INDEX images_uploading ON public.images USING btree (created_at) WHERE uploading;

create table import_keys (
  import_id text not null,
  key text not null,
  "row" integer not null,
  constraint import_keys_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_keys_import_id_key_pk PRIMARY KEY (import_id, key)
);

create table import_mappings (
  names text not null,
  fields jsonb not null,
  saved_at timestamp with time zone default now() not null,
  constraint import_mappings_pkey PRIMARY KEY (names)
);

create table import_pieces (
  import_id text not null,
  at integer not null,
  content bytea not null,
  constraint import_pieces_import_id_at_pk PRIMARY KEY (import_id, at),
  constraint import_pieces_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

create table import_rows (
  import_id text not null,
  "row" integer not null,
  result text not null,
  tool_id text,
  sku text default ''::text not null,
  name text not null,
  fields jsonb default '{}'::jsonb not null,
  before jsonb default '{}'::jsonb not null,
  after jsonb default '{}'::jsonb not null,
  faults jsonb default '[]'::jsonb not null,
  counted_from integer default 0 not null,
  outcome text,
  reason text,
  was jsonb,
  became jsonb,
  delta integer default 0 not null,
  written_at timestamp with time zone,
  warnings jsonb default '[]'::jsonb not null,
  cells jsonb default '[]'::jsonb not null,
  constraint import_rows_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_import_id_row_pk PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_by_result ON public.import_rows USING btree (import_id, result, "row");
CREATE INDEX import_rows_to_write ON public.import_rows USING btree (import_id, "row") WHERE ((result = ANY (ARRAY['create'::text, 'change'::text])) AND (outcome IS NULL));
CREATE INDEX import_rows_tool ON public.import_rows USING btree (tool_id) WHERE (outcome = 'created'::text);
CREATE INDEX import_rows_written ON public.import_rows USING btree (import_id, "row") WHERE (outcome = ANY (ARRAY['created'::text, 'changed'::text]));

create table imports (
  id text not null,
  seq bigint generated always as identity not null,
  state text default 'uploading'::text not null,
  file_name text not null,
  bytes bigint default 0 not null,
  made_by text not null,
  made_at timestamp with time zone default now() not null,
  detected text,
  wanted jsonb default '{}'::jsonb not null,
  format jsonb,
  columns jsonb default '[]'::jsonb not null,
  rows integer default 0 not null,
  creates integer default 0 not null,
  changes integer default 0 not null,
  unchanged integer default 0 not null,
  fault_rows integer default 0 not null,
  fault_count integer default 0 not null,
  written integer default 0 not null,
  refused integer default 0 not null,
  failure text,
  confirmed_by jsonb,
  confirmed_at timestamp with time zone,
  done_at timestamp with time zone,
  undone_by jsonb,
  undone_at timestamp with time zone,
  claim text,
  claimed_until timestamp with time zone,
  attempts integer default 0 not null,
  crashed_at_row integer,
  crashes integer default 0 not null,
  stored_bytes bigint default 0 not null,
  issues jsonb default '[]'::jsonb not null,
  added_categories text[] default '{}'::text[] not null,
  constraint imports_done CHECK (((state = ANY (ARRAY['done'::text, 'undoing'::text, 'undone'::text])) <= (confirmed_at IS NOT NULL))),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_seq_unique UNIQUE (seq)
);
CREATE INDEX imports_by_state ON public.imports USING btree (state, seq);
CREATE INDEX imports_due ON public.imports USING btree (claimed_until) WHERE (state = ANY (ARRAY['checking'::text, 'importing'::text, 'undoing'::text]));
CREATE INDEX imports_open ON public.imports USING btree (made_by) WHERE (state = ANY (ARRAY['uploading'::text, 'checking'::text, 'ready'::text]));
CREATE INDEX imports_searched ON public.imports USING gin (fold_text(((file_name || '
'::text) || made_by)) gin_trgm_ops);
CREATE INDEX imports_stored ON public.imports USING btree (made_by, stored_bytes) WHERE (stored_bytes > 0);

create table mails (
  id text not null,
  seq bigint generated always as identity not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  text text,
  purchase_id text,
  created_at timestamp with time zone default now() not null,
  dedupe_key text default ''::text not null,
  data jsonb,
  state text default 'stored'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  queued_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  last_error text,
  constraint mails_have_content CHECK (((data IS NOT NULL) OR (text IS NOT NULL))),
  constraint mails_kind_known CHECK ((kind = ANY (ARRAY['order_placed'::text, 'order_paid'::text, 'order_shipped'::text, 'shipment_corrected'::text, 'order_expired'::text, 'order_canceled'::text, 'cancel_declined'::text, 'payment_failed'::text, 'payment_refunded'::text, 'refund_failed'::text, 'confirm_email'::text, 'reset_password'::text, 'account_exists'::text, 'quote_received'::text, 'contact_received'::text, 'enquiry_notice'::text, 'shop_notice'::text, 'stock_notice'::text, 'backup_failed'::text, 'newsletter_confirm'::text, 'newsletter_welcome'::text, 'stock_alert_confirm'::text, 'exemption_decided'::text, 'stock_alert'::text]))),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id) NOT VALID,
  constraint mails_sent_when CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint mails_seq_unique UNIQUE (seq),
  constraint mails_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'stored'::text, 'failed'::text])))
);
CREATE INDEX mails_by_kind ON public.mails USING btree (kind, seq);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX mails_failed ON public.mails USING btree (seq) WHERE (state = 'failed'::text);
CREATE UNIQUE INDEX mails_purchase_event ON public.mails USING btree (purchase_id, kind, dedupe_key) WHERE (purchase_id IS NOT NULL);
CREATE INDEX mails_searched ON public.mails USING gin (fold_text(((((((recipient || '
'::text) || subject) || '
'::text) || COALESCE(text, ''::text)) || '
'::text) || COALESCE(purchase_id, ''::text))) gin_trgm_ops);
CREATE INDEX mails_sent ON public.mails USING btree (seq) WHERE (state = 'sent'::text);

create table newsletter_links (
  token_hash text not null,
  subscriber_id text not null,
  purpose text not null,
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint newsletter_links_pkey PRIMARY KEY (token_hash),
  constraint newsletter_links_purpose_known CHECK ((purpose = ANY (ARRAY['confirm'::text, 'leave'::text]))),
  constraint newsletter_links_subscriber_id_subscribers_id_fk FOREIGN KEY (subscriber_id) REFERENCES subscribers(id) ON DELETE CASCADE
);
CREATE INDEX newsletter_links_subscriber ON public.newsletter_links USING btree (subscriber_id);

create table notices (
  kind text not null,
  subject text not null,
  purchase_id text,
  created_at timestamp with time zone default now() not null,
  reported_at timestamp with time zone,
  constraint notices_kind_known CHECK ((kind = ANY (ARRAY['dispute'::text, 'refund_failed'::text, 'cancel_request'::text, 'paid'::text, 'review'::text]))),
  constraint notices_kind_subject_pk PRIMARY KEY (kind, subject),
  constraint notices_of_purchases CHECK (((kind = 'review'::text) = (purchase_id IS NULL))),
  constraint notices_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id)
);
CREATE INDEX notices_pending ON public.notices USING btree (created_at) WHERE (reported_at IS NULL);
CREATE INDEX notices_reported ON public.notices USING btree (reported_at) WHERE (reported_at IS NOT NULL);

create table orders (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  tool_id text not null,
  state text default 'placed'::text not null,
  name text not null,
  email text not null,
  item_name text not null,
  image text not null,
  quantity integer not null,
  unit_price_minor integer not null,
  total_minor bigint not null,
  currency text not null,
  idempotency_key text,
  idempotency_fingerprint text,
  transaction_id text,
  placed_at timestamp with time zone default now() not null,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  ended_at timestamp with time zone,
  refunded_minor bigint default 0 not null,
  dispute_state text,
  dispute_due_by timestamp with time zone,
  purchase_id text,
  line_number integer default 1 not null,
  shipped_quantity integer default 0 not null,
  refunded_quantity integer default 0 not null,
  canceled_quantity integer default 0 not null,
  searched text generated always as (fold_text(((((((((item_name || '
'::text) || name) || '
'::text) || email) || '
'::text) || id) || '
'::text) || COALESCE(transaction_id, ''::text)))) stored,
  charges_minor bigint default 0 not null,
  tax_minor bigint default 0 not null,
  tax_class text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint orders_quantity_positive CHECK ((quantity > 0)),
  constraint orders_seq_unique UNIQUE (seq),
  constraint orders_state_known CHECK ((state = ANY (ARRAY['placed'::text, 'paid'::text, 'shipped'::text, 'deleted'::text, 'expired'::text]))),
  constraint orders_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id),
  constraint orders_total CHECK (((total_minor = ((quantity)::bigint * unit_price_minor)) AND (total_minor > 0)))
);
CREATE INDEX orders_by_quantity ON public.orders USING btree (quantity, seq);
CREATE INDEX orders_by_state ON public.orders USING btree (state, seq);
CREATE INDEX orders_by_total ON public.orders USING btree (total_minor, seq);
CREATE INDEX orders_ended ON public.orders USING btree (seq) WHERE ((state = ANY (ARRAY['deleted'::text, 'expired'::text])) OR ((state = 'paid'::text) AND (refunded_minor >= (total_minor + charges_minor))));
CREATE UNIQUE INDEX orders_idempotency ON public.orders USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX orders_purchase ON public.orders USING btree (purchase_id, line_number) WHERE (purchase_id IS NOT NULL);
CREATE INDEX orders_sales ON public.orders USING btree (tool_id, paid_at, quantity) WHERE ((paid_at IS NOT NULL) AND (refunded_minor < (total_minor + charges_minor)));
CREATE INDEX orders_searched ON public.orders USING gin (searched gin_trgm_ops);
CREATE INDEX orders_to_ship ON public.orders USING btree (seq) WHERE ((state = 'paid'::text) AND (refunded_minor < (total_minor + charges_minor)) AND (refunded_quantity < quantity));
CREATE INDEX orders_tool ON public.orders USING btree (tool_id);
CREATE INDEX orders_user ON public.orders USING btree (user_id, seq);
CREATE INDEX orders_without_purchase ON public.orders USING btree (seq) WHERE (purchase_id IS NULL);
CREATE TRIGGER orders_transitions BEFORE DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION reject_order_change();

create table paper_counts (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint paper_counts_kind_year_pk PRIMARY KEY (kind, year),
  constraint paper_counts_positive CHECK ((last > 0))
);

create table paper_taxes (
  paper_id text not null,
  "position" smallint not null,
  issued_at timestamp with time zone not null,
  kind text not null,
  is_credit boolean not null,
  country text not null,
  region text not null,
  name text not null,
  rate integer,
  currency character(3) not null,
  base_minor bigint not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  constraint paper_taxes_country CHECK (((country ~ '^([A-Z]{2})?$'::text) AND (region ~ '^[A-Z0-9]{0,3}$'::text))),
  constraint paper_taxes_kind_known CHECK ((kind = ANY (ARRAY['domestic'::text, 'intra_community'::text, 'reverse_charge'::text, 'export'::text, 'exempt'::text, 'small_business'::text, 'untaxed'::text]))),
  constraint paper_taxes_paper_id_papers_id_fk FOREIGN KEY (paper_id) REFERENCES papers(id),
  constraint paper_taxes_paper_id_position_pk PRIMARY KEY (paper_id, "position"),
  constraint paper_taxes_rate CHECK (((rate >= 0) AND (rate <= 1000000000))),
  constraint paper_taxes_untaxed CHECK (((rate IS NOT NULL) OR ((tax_minor = 0) AND (name = ''::text))))
);
CREATE INDEX paper_taxes_issued ON public.paper_taxes USING btree (issued_at);

create table papers (
  id text not null,
  seq bigint generated always as identity not null,
  kind text not null,
  number text not null,
  year integer,
  count integer,
  purchase_id text not null,
  shipment_id text,
  refund_id text,
  total_minor bigint not null,
  data jsonb not null,
  issued_at timestamp with time zone default now() not null,
  corrects_id text,
  constraint papers_corrects_id_papers_id_fk FOREIGN KEY (corrects_id) REFERENCES papers(id),
  constraint papers_count UNIQUE (kind, year, count),
  constraint papers_counted CHECK ((((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'debit_note'::text])) = (count IS NOT NULL)) AND ((count IS NOT NULL) = (year IS NOT NULL)))),
  constraint papers_debit_note_corrects CHECK (((kind = 'debit_note'::text) = (corrects_id IS NOT NULL))),
  constraint papers_kind_known CHECK ((kind = ANY (ARRAY['confirmation'::text, 'receipt'::text, 'invoice'::text, 'delivery_note'::text, 'credit_note'::text, 'debit_note'::text]))),
  constraint papers_pkey PRIMARY KEY (id),
  constraint papers_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint papers_refund_id_payment_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES payment_refunds(id),
  constraint papers_seq_unique UNIQUE (seq),
  constraint papers_shipment_id_shipments_id_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id)
);
CREATE INDEX papers_number ON public.papers USING btree (number) WHERE (count IS NOT NULL);
CREATE UNIQUE INDEX papers_one_confirmation ON public.papers USING btree (purchase_id) WHERE (kind = 'confirmation'::text);
CREATE UNIQUE INDEX papers_one_correction ON public.papers USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE UNIQUE INDEX papers_one_invoice ON public.papers USING btree (purchase_id) WHERE (kind = 'invoice'::text);
CREATE UNIQUE INDEX papers_one_of_shipment ON public.papers USING btree (shipment_id, kind) WHERE (shipment_id IS NOT NULL);
CREATE UNIQUE INDEX papers_one_receipt ON public.papers USING btree (purchase_id) WHERE (kind = 'receipt'::text);
CREATE INDEX papers_purchase ON public.papers USING btree (purchase_id, seq);
CREATE INDEX papers_refund ON public.papers USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER papers_taxes AFTER INSERT ON public.papers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.count IS NOT NULL)) EXECUTE FUNCTION complete_paper_taxes();

create table payment_disputes (
  id text not null,
  payment_id text not null,
  amount_minor bigint not null,
  status text not null,
  reason text not null,
  due_by timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint payment_disputes_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_disputes_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_disputes_payment ON public.payment_disputes USING btree (payment_id);
CREATE INDEX payment_disputes_to_answer ON public.payment_disputes USING btree (payment_id) WHERE (status = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text]));
CREATE TRIGGER payment_disputes_new_notice AFTER INSERT ON public.payment_disputes FOR EACH ROW WHEN ((new.status = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text]))) EXECUTE FUNCTION add_notice('dispute');
CREATE TRIGGER payment_disputes_notice AFTER UPDATE OF status ON public.payment_disputes FOR EACH ROW WHEN (((new.status = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text])) AND (old.status <> ALL (ARRAY['needs_response'::text, 'warning_needs_response'::text])))) EXECUTE FUNCTION add_notice('dispute');

create table payment_refunds (
  id text not null,
  payment_id text not null,
  amount_minor bigint not null,
  status text not null,
  created_at timestamp with time zone not null,
  constraint payment_refunds_amount_positive CHECK ((amount_minor > 0)),
  constraint payment_refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_refunds_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_refunds_by_time ON public.payment_refunds USING btree (created_at, id);
CREATE INDEX payment_refunds_failed ON public.payment_refunds USING btree (payment_id) WHERE (status = ANY (ARRAY['failed'::text, 'canceled'::text]));
CREATE INDEX payment_refunds_payment ON public.payment_refunds USING btree (payment_id);
CREATE TRIGGER payment_refunds_new_notice AFTER INSERT ON public.payment_refunds FOR EACH ROW WHEN ((new.status = ANY (ARRAY['failed'::text, 'canceled'::text]))) EXECUTE FUNCTION add_notice('refund_failed');
CREATE TRIGGER payment_refunds_notice AFTER UPDATE OF status ON public.payment_refunds FOR EACH ROW WHEN (((new.status = ANY (ARRAY['failed'::text, 'canceled'::text])) AND (old.status <> ALL (ARRAY['failed'::text, 'canceled'::text])))) EXECUTE FUNCTION add_notice('refund_failed');

create table payments (
  id text not null,
  purchase_id text not null,
  user_id text not null,
  state text default 'creating'::text not null,
  intent_id text,
  amount_minor bigint not null,
  currency text not null,
  refund_id text,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  claimed_at timestamp with time zone,
  seq bigint generated always as identity not null,
  provider_status text,
  provider_checked_at timestamp with time zone,
  refunds_synced_at timestamp with time zone,
  constraint "payments_intentId_unique" UNIQUE (intent_id),
  constraint "payments_refundId_unique" UNIQUE (refund_id),
  constraint payments_amount_positive CHECK ((amount_minor > 0)),
  constraint payments_intent_known CHECK (((state = ANY (ARRAY['creating'::text, 'canceled'::text])) OR (intent_id IS NOT NULL))),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id) NOT VALID,
  constraint payments_refund_known CHECK (((state <> 'refunded'::text) OR (refund_id IS NOT NULL))),
  constraint payments_seq_unique UNIQUE (seq),
  constraint payments_state_known CHECK ((state = ANY (ARRAY['creating'::text, 'open'::text, 'captured'::text, 'canceled'::text, 'refund_due'::text, 'refunded'::text, 'charged_back'::text]))),
  constraint payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_by_amount ON public.payments USING btree (amount_minor, seq);
CREATE UNIQUE INDEX payments_one_captured ON public.payments USING btree (purchase_id) WHERE (state = 'captured'::text);
CREATE UNIQUE INDEX payments_one_open ON public.payments USING btree (purchase_id) WHERE (state = ANY (ARRAY['creating'::text, 'open'::text]));
CREATE INDEX payments_out_of_sync ON public.payments USING btree (seq) WHERE (((state = ANY (ARRAY['captured'::text, 'refund_due'::text, 'refunded'::text, 'charged_back'::text])) AND (provider_status <> 'succeeded'::text)) OR ((state = 'open'::text) AND (provider_status = ANY (ARRAY['succeeded'::text, 'canceled'::text, 'unknown'::text]))) OR ((state = 'canceled'::text) AND (provider_status <> ALL (ARRAY['canceled'::text, 'unknown'::text]))));
CREATE INDEX payments_purchase ON public.payments USING btree (purchase_id);
CREATE INDEX payments_settled ON public.payments USING btree (GREATEST(settled_at, claimed_at)) WHERE (state = ANY (ARRAY['captured'::text, 'refunded'::text, 'canceled'::text, 'refund_due'::text]));
CREATE INDEX payments_unsettled ON public.payments USING btree (created_at) WHERE (state = ANY (ARRAY['creating'::text, 'open'::text, 'refund_due'::text]));

create table price_changes (
  id text not null,
  tool_id text not null,
  unit_price_minor integer not null,
  volume_prices jsonb not null,
  changed_by text,
  at timestamp with time zone default now() not null,
  constraint price_changes_pkey PRIMARY KEY (id),
  constraint price_changes_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX price_changes_tool ON public.price_changes USING btree (tool_id, at, id);

create table profiles (
  id text not null,
  user_id text not null,
  display_name text not null,
  image text not null,
  number text not null,
  college_name text not null,
  university_name text not null,
  division text not null,
  district text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint "profiles_userId_unique" UNIQUE (user_id),
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table provider_events (
  id text not null,
  type text not null,
  intent_id text,
  deliveries integer default 1 not null,
  received_at timestamp with time zone default now() not null,
  applied_at timestamp with time zone,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone,
  last_error text,
  constraint provider_events_done_is_not_due CHECK (((applied_at IS NULL) OR (next_attempt_at IS NULL))),
  constraint provider_events_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_events_due ON public.provider_events USING btree (next_attempt_at) WHERE (applied_at IS NULL);
CREATE INDEX provider_events_intent ON public.provider_events USING btree (intent_id);
CREATE INDEX provider_events_stuck ON public.provider_events USING btree (intent_id) WHERE ((applied_at IS NULL) AND (next_attempt_at IS NULL));

create table purchase_years (
  year integer not null,
  base bigint not null,
  time_zone text default 'UTC'::text not null,
  constraint purchase_years_pkey PRIMARY KEY (year)
);

create table purchases (
  id text not null,
  seq bigint generated always as identity not null,
  number text not null,
  user_id text not null,
  state text default 'placed'::text not null,
  name text not null,
  email text not null,
  total_minor bigint not null,
  currency text not null,
  delivery jsonb,
  billing jsonb,
  po_number text default ''::text not null,
  note text default ''::text not null,
  idempotency_key text,
  idempotency_fingerprint text,
  transaction_id text,
  placed_at timestamp with time zone default now() not null,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text default ''::text not null,
  cancel_requested_at timestamp with time zone,
  cancel_request_reason text default ''::text not null,
  refunded_minor bigint default 0 not null,
  dispute_state text,
  dispute_due_by timestamp with time zone,
  is_from_order boolean default false not null,
  searched text generated always as (fold_text(btrim(((((((((((((((((((((po_number || '
'::text) || COALESCE((delivery ->> 'company'::text), ''::text)) || '
'::text) || COALESCE((delivery ->> 'name'::text), ''::text)) || '
'::text) || COALESCE((delivery ->> 'line1'::text), ''::text)) || '
'::text) || COALESCE((delivery ->> 'city'::text), ''::text)) || '
'::text) || COALESCE((delivery ->> 'postalCode'::text), ''::text)) || '
'::text) || COALESCE((billing ->> 'company'::text), ''::text)) || '
'::text) || COALESCE((billing ->> 'name'::text), ''::text)) || '
'::text) || COALESCE((billing ->> 'line1'::text), ''::text)) || '
'::text) || COALESCE((billing ->> 'city'::text), ''::text)) || '
'::text) || COALESCE((billing ->> 'postalCode'::text), ''::text)), '
'::text))) stored,
  shipping_minor bigint default 0 not null,
  tax_minor bigint default 0 not null,
  charges jsonb,
  refunded_shipping_minor bigint default 0 not null,
  constraint purchases_number_unique UNIQUE (number),
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_seq_unique UNIQUE (seq),
  constraint purchases_state_known CHECK ((state = ANY (ARRAY['placed'::text, 'paid'::text, 'shipped'::text, 'canceled'::text, 'expired'::text]))),
  constraint purchases_total_positive CHECK ((total_minor > 0)),
  constraint purchases_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX purchases_by_payment ON public.purchases USING btree (paid_at, seq) WHERE (paid_at IS NOT NULL);
CREATE INDEX purchases_by_placing ON public.purchases USING btree (placed_at, seq);
CREATE INDEX purchases_by_state ON public.purchases USING btree (state, seq) WHERE (state <> 'placed'::text);
CREATE INDEX purchases_by_total ON public.purchases USING btree (total_minor, seq);
CREATE INDEX purchases_ended ON public.purchases USING btree (seq) WHERE (state = ANY (ARRAY['canceled'::text, 'expired'::text]));
CREATE UNIQUE INDEX purchases_idempotency ON public.purchases USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX purchases_live ON public.purchases USING btree (seq) WHERE (state = ANY (ARRAY['placed'::text, 'paid'::text, 'shipped'::text]));
CREATE INDEX purchases_searched ON public.purchases USING gin (searched gin_trgm_ops);
CREATE INDEX purchases_to_cancel ON public.purchases USING btree (seq) WHERE ((state = 'paid'::text) AND (cancel_requested_at IS NOT NULL));
CREATE INDEX purchases_to_ship ON public.purchases USING btree (seq) WHERE ((state = 'paid'::text) AND (refunded_minor < total_minor));
CREATE UNIQUE INDEX purchases_transaction ON public.purchases USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX purchases_unpaid ON public.purchases USING btree (user_id) WHERE (state = 'placed'::text);
CREATE INDEX purchases_user ON public.purchases USING btree (user_id, seq);
CREATE INDEX purchases_without_address ON public.purchases USING btree (seq) WHERE ((state = 'paid'::text) AND (refunded_minor < total_minor) AND (delivery IS NULL));
CREATE TRIGGER purchases_cancel_notice AFTER UPDATE OF cancel_requested_at ON public.purchases FOR EACH ROW WHEN (((old.cancel_requested_at IS NULL) AND (new.cancel_requested_at IS NOT NULL))) EXECUTE FUNCTION add_notice('cancel_request');
CREATE TRIGGER purchases_paid_notice AFTER UPDATE OF paid_at ON public.purchases FOR EACH ROW WHEN (((old.paid_at IS NULL) AND (new.paid_at IS NOT NULL))) EXECUTE FUNCTION add_notice('paid');
CREATE TRIGGER purchases_transitions BEFORE DELETE OR UPDATE ON public.purchases FOR EACH ROW EXECUTE FUNCTION reject_purchase_change();

create table quotes (
  id text not null,
  seq bigint generated always as identity not null,
  name text not null,
  email text not null,
  message text not null,
  dedupe_key text,
  done_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  product text not null,
  tool_id text,
  quantity integer not null,
  company text not null,
  searched text generated always as (fold_text(((((((((product || '
'::text) || message) || '
'::text) || name) || '
'::text) || company) || '
'::text) || email))) stored,
  constraint quotes_dedupe_key UNIQUE (dedupe_key),
  constraint quotes_done_has_no_dedupe_key CHECK (((done_at IS NULL) OR (dedupe_key IS NULL))),
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_quantity_bounds CHECK (((quantity >= 1) AND (quantity <= 1000000))),
  constraint quotes_seq_unique UNIQUE (seq),
  constraint quotes_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX quotes_by_quantity ON public.quotes USING btree (quantity, seq);
CREATE INDEX quotes_done ON public.quotes USING btree (seq) WHERE (done_at IS NOT NULL);
CREATE INDEX quotes_open ON public.quotes USING btree (seq) WHERE (done_at IS NULL);
CREATE INDEX quotes_searched ON public.quotes USING gin (searched gin_trgm_ops);
CREATE INDEX quotes_tool ON public.quotes USING btree (tool_id) WHERE (tool_id IS NOT NULL);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table refund_lines (
  refund_id text not null,
  order_id text not null,
  quantity integer not null,
  amount_minor bigint not null,
  restocked_quantity integer default 0 not null,
  canceled_quantity integer default 0 not null,
  price_minor bigint,
  constraint refund_lines_bounds CHECK (((quantity > 0) AND (amount_minor >= 0) AND ((restocked_quantity >= 0) AND (restocked_quantity <= quantity)) AND ((canceled_quantity >= 0) AND (canceled_quantity <= quantity)))),
  constraint refund_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint refund_lines_price_bounded CHECK ((price_minor >= amount_minor)),
  constraint refund_lines_refund_id_order_id_pk PRIMARY KEY (refund_id, order_id),
  constraint refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX refund_lines_order ON public.refund_lines USING btree (order_id);

create table refunds (
  id text not null,
  seq bigint generated always as identity not null,
  purchase_id text not null,
  payment_id text not null,
  amount_minor bigint not null,
  reason text not null,
  state text default 'requested'::text not null,
  provider_refund_id text,
  cancels boolean default false not null,
  requested_at timestamp with time zone default now() not null,
  requested_by text,
  settled_at timestamp with time zone,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now(),
  last_error text,
  handled_at timestamp with time zone,
  idempotency_key text,
  idempotency_fingerprint text,
  shipping_minor bigint default 0 not null,
  constraint "refunds_providerRefundId_unique" UNIQUE (provider_refund_id),
  constraint refunds_accepted_by_provider CHECK (((state <> ALL (ARRAY['pending'::text, 'succeeded'::text])) OR (provider_refund_id IS NOT NULL))),
  constraint refunds_amount_positive CHECK ((amount_minor > 0)),
  constraint refunds_handled_failed CHECK (((handled_at IS NULL) OR (state = 'failed'::text))),
  constraint refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint refunds_reason_bounded CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint refunds_requested_by_users_id_fk FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint refunds_seq_unique UNIQUE (seq),
  constraint refunds_settled_has_date CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (settled_at IS NOT NULL))),
  constraint refunds_shipping_bounded CHECK (((shipping_minor >= 0) AND (shipping_minor <= amount_minor))),
  constraint refunds_state_known CHECK ((state = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX refunds_due ON public.refunds USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX refunds_failed ON public.refunds USING btree (seq) WHERE ((state = 'failed'::text) AND (handled_at IS NULL));
CREATE UNIQUE INDEX refunds_idempotency ON public.refunds USING btree (purchase_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_purchase ON public.refunds USING btree (purchase_id, seq);
CREATE TRIGGER refunds_bounded BEFORE INSERT OR DELETE OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION bound_refunds();
CREATE TRIGGER refunds_notice AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'failed'::text) AND (old.state <> 'failed'::text))) EXECUTE FUNCTION add_notice('refund_failed');

create table reviews (
  id text not null,
  seq bigint generated always as identity not null,
  user_id text not null,
  display_name text not null,
  image text not null,
  company text not null,
  designation text not null,
  title text not null,
  rating integer not null,
  about text not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  changed_at timestamp with time zone,
  taken_down_at timestamp with time zone,
  taken_down_reason text,
  tool_id text,
  searched text generated always as (fold_text(((((((title || '
'::text) || about) || '
'::text) || display_name) || '
'::text) || company))) stored,
  waiting boolean default false not null,
  read_at timestamp with time zone,
  by_buyer boolean default false not null,
  is_published boolean generated always as (((taken_down_at IS NULL) AND (NOT waiting))) stored not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_rating_bounds CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_seq_unique UNIQUE (seq),
  constraint reviews_taken_down_reason CHECK (((taken_down_at IS NULL) = (taken_down_reason IS NULL))),
  constraint reviews_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id),
  constraint reviews_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX reviews_by_writer ON public.reviews USING btree (user_id, seq);
CREATE INDEX reviews_of_buyers_first ON public.reviews USING btree (by_buyer, seq) WHERE is_published;
CREATE INDEX reviews_of_tool ON public.reviews USING btree (tool_id, seq) WHERE ((tool_id IS NOT NULL) AND is_published);
CREATE UNIQUE INDEX reviews_once_per_tool ON public.reviews USING btree (user_id, tool_id) WHERE (tool_id IS NOT NULL);
CREATE INDEX reviews_published ON public.reviews USING btree (seq) WHERE is_published;
CREATE INDEX reviews_searched ON public.reviews USING gin (searched gin_trgm_ops);
CREATE INDEX reviews_taken_down ON public.reviews USING btree (seq) WHERE (taken_down_at IS NOT NULL);
CREATE INDEX reviews_tool ON public.reviews USING btree (tool_id) WHERE (tool_id IS NOT NULL);
CREATE INDEX reviews_unread ON public.reviews USING btree (seq) WHERE (read_at IS NULL);
CREATE INDEX reviews_waiting ON public.reviews USING btree (seq) WHERE (waiting AND (taken_down_at IS NULL));
CREATE TRIGGER reviews_notice AFTER INSERT OR DELETE OR UPDATE OF version, read_at ON public.reviews FOR EACH ROW EXECUTE FUNCTION add_review_notice();
CREATE TRIGGER reviews_tool_rating AFTER INSERT OR DELETE OR UPDATE OF rating, tool_id, taken_down_at, waiting ON public.reviews FOR EACH ROW EXECUTE FUNCTION count_tool_rating();

create table search_generation (
  "only" boolean default true not null,
  generation bigint default 0 not null,
  constraint search_generation_only CHECK ("only"),
  constraint search_generation_pkey PRIMARY KEY ("only")
);

create table search_misses (
  query text not null,
  times integer default 1 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint search_misses_pkey PRIMARY KEY (query)
);
CREATE INDEX search_misses_by_time ON public.search_misses USING btree (last_at, query);
CREATE INDEX search_misses_by_times ON public.search_misses USING btree (times, last_at, query);

create table search_synonyms (
  id text not null,
  terms text[] not null,
  keys text[] not null,
  version integer default 1 not null,
  constraint search_synonyms_pkey PRIMARY KEY (id)
);
CREATE INDEX search_synonyms_keys ON public.search_synonyms USING gin (keys);

create table search_words (
  word text not null,
  stem text not null,
  tools integer not null,
  deletions text[] not null,
  constraint search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_deletions ON public.search_words USING gin (deletions);
CREATE INDEX search_words_stem ON public.search_words USING btree (stem);
CREATE INDEX search_words_word ON public.search_words USING btree (word COLLATE "C");

create table shipment_lines (
  shipment_id text not null,
  order_id text not null,
  quantity integer not null,
  constraint shipment_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint shipment_lines_quantity_positive CHECK ((quantity > 0)),
  constraint shipment_lines_shipment_id_order_id_pk PRIMARY KEY (shipment_id, order_id),
  constraint shipment_lines_shipment_id_shipments_id_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id)
);
CREATE INDEX shipment_lines_order ON public.shipment_lines USING btree (order_id);
CREATE TRIGGER shipment_lines_fixed BEFORE DELETE OR UPDATE ON public.shipment_lines FOR EACH ROW EXECUTE FUNCTION reject_shipment_change();

create table shipments (
  id text not null,
  seq bigint generated always as identity not null,
  purchase_id text not null,
  number integer not null,
  carrier text default ''::text not null,
  tracking text default ''::text not null,
  shipped_at timestamp with time zone default now() not null,
  shipped_by text,
  undone_at timestamp with time zone,
  undone_by text,
  undo_reason text default ''::text not null,
  is_corrected boolean default false not null,
  idempotency_key text,
  idempotency_fingerprint text,
  constraint shipments_corrected_with_reason CHECK (((NOT is_corrected) OR ((undone_at IS NOT NULL) AND (undo_reason <> ''::text)))),
  constraint shipments_key_has_fingerprint CHECK (((idempotency_key IS NULL) = (idempotency_fingerprint IS NULL))),
  constraint shipments_number UNIQUE (purchase_id, number),
  constraint shipments_number_positive CHECK ((number > 0)),
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES purchases(id),
  constraint shipments_seq_unique UNIQUE (seq),
  constraint shipments_shipped_by_users_id_fk FOREIGN KEY (shipped_by) REFERENCES users(id),
  constraint shipments_texts_bounded CHECK (((length(carrier) <= 60) AND (length(tracking) <= 100) AND (length(undo_reason) <= 500))),
  constraint shipments_undone_by_somebody CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint shipments_undone_by_users_id_fk FOREIGN KEY (undone_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX shipments_idempotency ON public.shipments USING btree (purchase_id, shipped_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX shipments_purchase ON public.shipments USING btree (purchase_id, seq);
CREATE INDEX shipments_tracking ON public.shipments USING gin (fold_text(regexp_replace(tracking, '[^[:alnum:]]'::text, ''::text, 'g'::text)) gin_trgm_ops) WHERE (tracking <> ''::text);
CREATE TRIGGER shipments_fixed BEFORE DELETE OR UPDATE ON public.shipments FOR EACH ROW EXECUTE FUNCTION reject_shipment_change();

create table shipping_methods (
  id text not null,
  name text not null,
  zone_id text,
  kind text not null,
  rates jsonb default '[]'::jsonb not null,
  up_to integer,
  free_from_minor integer,
  handling_minor integer default 0 not null,
  days_min integer,
  days_max integer,
  pickup_address text default ''::text not null,
  pickup_hours text default ''::text not null,
  weight_unit text default 'kg'::text not null,
  is_active boolean default true not null,
  "position" integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  constraint shipping_methods_amounts CHECK (((handling_minor >= 0) AND ((free_from_minor IS NULL) OR (free_from_minor > 0)))),
  constraint shipping_methods_days CHECK ((((days_min IS NULL) = (days_max IS NULL)) AND ((days_min IS NULL) OR ((days_min >= 0) AND (days_min <= days_max) AND (days_max <= 90))))),
  constraint shipping_methods_kind CHECK ((kind = ANY (ARRAY['flat'::text, 'by_weight'::text, 'by_value'::text, 'pickup'::text, 'by_quote'::text]))),
  constraint shipping_methods_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint shipping_methods_pickup_has_no_zone CHECK (((kind = 'pickup'::text) = (zone_id IS NULL))),
  constraint shipping_methods_pickup_lengths CHECK (((char_length(pickup_address) <= 200) AND (char_length(pickup_hours) <= 120))),
  constraint shipping_methods_pkey PRIMARY KEY (id),
  constraint shipping_methods_rates_bounded CHECK (((jsonb_typeof(rates) = 'array'::text) AND (octet_length((rates)::text) <= 4000) AND
CASE kind
    WHEN 'flat'::text THEN (jsonb_array_length(rates) = 1)
    WHEN 'pickup'::text THEN (jsonb_array_length(rates) = 0)
    WHEN 'by_quote'::text THEN (jsonb_array_length(rates) = 0)
    ELSE ((jsonb_array_length(rates) >= 1) AND (jsonb_array_length(rates) <= 40))
END)),
  constraint shipping_methods_up_to CHECK (((up_to IS NULL) OR ((up_to > 0) AND (kind = ANY (ARRAY['by_weight'::text, 'by_value'::text]))))),
  constraint shipping_methods_version CHECK ((version >= 1)),
  constraint shipping_methods_weight_unit CHECK ((weight_unit = ANY (ARRAY['kg'::text, 'lb'::text]))),
  constraint shipping_methods_zone_id_shipping_zones_id_fk FOREIGN KEY (zone_id) REFERENCES shipping_zones(id)
);
CREATE UNIQUE INDEX shipping_methods_name ON public.shipping_methods USING btree (COALESCE(zone_id, ''::text), lower(name));
CREATE INDEX shipping_methods_of_zone ON public.shipping_methods USING btree (zone_id);

create table shipping_zones (
  id text not null,
  name text not null,
  places jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  constraint shipping_zones_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint shipping_zones_pkey PRIMARY KEY (id),
  constraint shipping_zones_places_bounded CHECK (((jsonb_typeof(places) = 'array'::text) AND ((jsonb_array_length(places) >= 1) AND (jsonb_array_length(places) <= 200)) AND (octet_length((places)::text) <= 40000))),
  constraint shipping_zones_version CHECK ((version >= 1))
);
CREATE UNIQUE INDEX shipping_zones_name ON public.shipping_zones USING btree (lower(name));

create table shop_secrets (
  id integer default 1 not null,
  fingerprint text not null,
  constraint shop_secrets_one_row CHECK ((id = 1)),
  constraint shop_secrets_pkey PRIMARY KEY (id)
);

create table shop_settings (
  id integer default 1 not null,
  version integer default 0 not null,
  "values" jsonb default '{}'::jsonb not null,
  is_environment_read boolean default false not null,
  changed_at timestamp with time zone,
  changed_by text,
  constraint shop_settings_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint shop_settings_one_row CHECK ((id = 1)),
  constraint shop_settings_pkey PRIMARY KEY (id)
);

create table sign_ins (
  key text not null,
  seen_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint sign_ins_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_ins_seen_at ON public.sign_ins USING btree (seen_at);

create table stock_adjustments (
  id text not null,
  tool_id text not null,
  delta integer not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  note text default ''::text not null,
  adjusted_by text,
  idempotency_key text,
  constraint stock_adjustments_not_zero CHECK ((delta <> 0)),
  constraint stock_adjustments_pkey PRIMARY KEY (id),
  constraint stock_adjustments_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE UNIQUE INDEX stock_adjustments_idempotency ON public.stock_adjustments USING btree (tool_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX stock_adjustments_tool ON public.stock_adjustments USING btree (tool_id, at, id);
CREATE TRIGGER stock_adjustments_awaited AFTER INSERT ON public.stock_adjustments FOR EACH ROW WHEN (((new.delta > 0) AND (new.reason <> 'initial'::text))) EXECUTE FUNCTION check_awaited_tool();

create table stock_alert_links (
  token_hash text not null,
  alert_id text not null,
  mail_id text not null,
  purpose text not null,
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint stock_alert_links_alert_id_stock_alerts_id_fk FOREIGN KEY (alert_id) REFERENCES stock_alerts(id) ON DELETE CASCADE,
  constraint stock_alert_links_mail_id_mails_id_fk FOREIGN KEY (mail_id) REFERENCES mails(id),
  constraint stock_alert_links_pkey PRIMARY KEY (token_hash),
  constraint stock_alert_links_purpose_known CHECK ((purpose = ANY (ARRAY['confirm'::text, 'leave'::text])))
);
CREATE INDEX stock_alert_links_alert ON public.stock_alert_links USING btree (alert_id);
CREATE INDEX stock_alert_links_mail ON public.stock_alert_links USING btree (mail_id);

create table stock_alerts (
  id text not null,
  tool_id text not null,
  email text not null,
  state text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint stock_alerts_confirmed_when CHECK (((state <> ALL (ARRAY['confirmed'::text, 'sent'::text])) OR (confirmed_at IS NOT NULL))),
  constraint stock_alerts_email_lower CHECK ((email = lower(email))),
  constraint stock_alerts_ended_when CHECK (((state = ANY (ARRAY['sent'::text, 'ended'::text])) = (ended_at IS NOT NULL))),
  constraint stock_alerts_pkey PRIMARY KEY (id),
  constraint stock_alerts_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'sent'::text, 'ended'::text]))),
  constraint stock_alerts_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX stock_alerts_confirmed ON public.stock_alerts USING btree (tool_id, confirmed_at) WHERE (state = 'confirmed'::text);
CREATE INDEX stock_alerts_email ON public.stock_alerts USING btree (email);
CREATE INDEX stock_alerts_expiry ON public.stock_alerts USING btree (expires_at);
CREATE UNIQUE INDEX stock_alerts_one_alive ON public.stock_alerts USING btree (tool_id, email) WHERE (state = ANY (ARRAY['pending'::text, 'confirmed'::text]));
CREATE INDEX stock_alerts_tool ON public.stock_alerts USING btree (tool_id);

create table stock_covers (
  tool_id text not null,
  sold integer not null,
  pace_days integer not null,
  cover_days integer,
  constraint stock_covers_bounds CHECK (((cover_days >= 0) AND (cover_days <= 999))),
  constraint stock_covers_pace CHECK (((pace_days >= 7) AND (pace_days <= 30))),
  constraint stock_covers_pkey PRIMARY KEY (tool_id),
  constraint stock_covers_sold_positive CHECK ((sold > 0)),
  constraint stock_covers_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);
CREATE INDEX stock_covers_short ON public.stock_covers USING btree (cover_days, tool_id) WHERE (cover_days < 14);

create table stock_holds (
  order_id text not null,
  tool_id text not null,
  quantity integer not null,
  state text default 'held'::text not null,
  expires_at timestamp with time zone not null,
  network text,
  is_unconfirmed boolean default false not null,
  returned_quantity integer default 0 not null,
  constraint stock_holds_network_erased CHECK (((network IS NULL) OR (state = 'held'::text))),
  constraint stock_holds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint stock_holds_pkey PRIMARY KEY (order_id),
  constraint stock_holds_quantity_positive CHECK (((quantity > 0) AND ((returned_quantity >= 0) AND (returned_quantity <= quantity)))),
  constraint stock_holds_state_known CHECK ((state = ANY (ARRAY['held'::text, 'sold'::text, 'returned'::text])))
);
CREATE INDEX stock_holds_due ON public.stock_holds USING btree (expires_at) WHERE (state = 'held'::text);
CREATE INDEX stock_holds_network ON public.stock_holds USING btree (network, is_unconfirmed) WHERE (network IS NOT NULL);
CREATE CONSTRAINT TRIGGER stock_holds_awaited AFTER UPDATE OF state ON public.stock_holds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'returned'::text) AND (old.state <> 'returned'::text))) EXECUTE FUNCTION check_awaited_tool();
CREATE TRIGGER stock_holds_erase_network BEFORE UPDATE ON public.stock_holds FOR EACH ROW WHEN (((new.state <> 'held'::text) AND (new.network IS NOT NULL))) EXECUTE FUNCTION erase_hold_network();
CREATE CONSTRAINT TRIGGER stock_holds_restocked_awaited AFTER UPDATE OF returned_quantity ON public.stock_holds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.returned_quantity > old.returned_quantity)) EXECUTE FUNCTION check_awaited_tool();

create table stock_notices (
  tool_id text not null,
  state text not null,
  reported_at timestamp with time zone default now() not null,
  constraint stock_notices_pkey PRIMARY KEY (tool_id),
  constraint stock_notices_state_known CHECK ((state = ANY (ARRAY['low'::text, 'out'::text]))),
  constraint stock_notices_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id)
);

create table subscribers (
  id text not null,
  seq bigint generated always as identity not null,
  email text not null,
  state text default 'pending'::text not null,
  confirmed_at timestamp with time zone,
  left_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint subscribers_confirmed_when CHECK (((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL))),
  constraint subscribers_email_lower CHECK ((email = lower(email))),
  constraint subscribers_email_unique UNIQUE (email),
  constraint subscribers_left_when CHECK (((state = 'left'::text) = (left_at IS NOT NULL))),
  constraint subscribers_pkey PRIMARY KEY (id),
  constraint subscribers_seq_unique UNIQUE (seq),
  constraint subscribers_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'left'::text])))
);
CREATE INDEX subscribers_by_state ON public.subscribers USING btree (state, seq);
CREATE INDEX subscribers_searched ON public.subscribers USING gin (fold_text(email) gin_trgm_ops);

create table tax_rates (
  id text not null,
  seq bigint generated always as identity not null,
  name text not null,
  tax_class text not null,
  country character(2) not null,
  region text default ''::text not null,
  postal_from text default ''::text not null,
  postal_to text default ''::text not null,
  rate integer not null,
  is_added boolean default false not null,
  valid_from date not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  constraint tax_rates_class CHECK ((tax_class ~ '^[a-z][a-z0-9-]{0,29}$'::text)),
  constraint tax_rates_country_code CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint tax_rates_lengths CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (char_length(region) <= 80) AND (char_length(postal_from) <= 16) AND (char_length(postal_to) <= 16))),
  constraint tax_rates_pkey PRIMARY KEY (id),
  constraint tax_rates_postal_codes CHECK (((postal_from = ''::text) = (postal_to = ''::text))),
  constraint tax_rates_rate CHECK (((rate >= 0) AND (rate <= 1000000))),
  constraint tax_rates_seq_unique UNIQUE (seq),
  constraint tax_rates_version CHECK ((version >= 1))
);
CREATE INDEX tax_rates_by_country ON public.tax_rates USING btree (country, id);
CREATE UNIQUE INDEX tax_rates_of_place ON public.tax_rates USING btree (country, lower(region), postal_from, postal_to, tax_class, is_added, (
CASE
    WHEN is_added THEN lower(name)
    ELSE ''::text
END), valid_from);

create table tool_facets (
  tool_id text not null,
  seq bigint not null,
  sample integer not null,
  category_id text,
  name text not null,
  unit_price_minor integer not null,
  min_order_quantity integer not null,
  stock_state text not null,
  tokens text[] collate "C" not null,
  number_keys text[] collate "C" not null,
  lows double precision[] not null,
  highs double precision[] not null,
  constraint tool_facets_pkey PRIMARY KEY (tool_id),
  constraint tool_facets_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_facets_any_sample ON public.tool_facets USING btree (sample);
CREATE INDEX tool_facets_by_creation ON public.tool_facets USING btree (category_id, seq);
CREATE INDEX tool_facets_by_minimum ON public.tool_facets USING btree (category_id, min_order_quantity, seq);
CREATE INDEX tool_facets_by_name ON public.tool_facets USING btree (category_id, name, seq);
CREATE INDEX tool_facets_by_price ON public.tool_facets USING btree (category_id, unit_price_minor, seq);
CREATE INDEX tool_facets_sample ON public.tool_facets USING btree (category_id, sample);
CREATE INDEX tool_facets_short ON public.tool_facets USING btree (category_id, stock_state, seq) WHERE (stock_state <> 'available'::text);
CREATE INDEX tool_facets_tokens ON public.tool_facets USING gin (tokens);
CREATE TRIGGER tool_facets_added AFTER INSERT ON public.tool_facets REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();
CREATE TRIGGER tool_facets_changed AFTER UPDATE ON public.tool_facets REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();
CREATE TRIGGER tool_facets_removed AFTER DELETE ON public.tool_facets REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();

create table tool_search_0 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_0_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_0_document_idx ON public.tool_search_0 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_0_document_idx1 ON public.tool_search_0 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_0_gtin_key_idx ON public.tool_search_0 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_0_seq_idx ON public.tool_search_0 USING btree (seq);
CREATE INDEX tool_search_0_sku_key_idx ON public.tool_search_0 USING btree (sku_key COLLATE "C");

create table tool_search_1 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_1_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_1_document_idx ON public.tool_search_1 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_1_document_idx1 ON public.tool_search_1 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_1_gtin_key_idx ON public.tool_search_1 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_1_seq_idx ON public.tool_search_1 USING btree (seq);
CREATE INDEX tool_search_1_sku_key_idx ON public.tool_search_1 USING btree (sku_key COLLATE "C");

create table tool_search_2 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_2_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_2_document_idx ON public.tool_search_2 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_2_document_idx1 ON public.tool_search_2 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_2_gtin_key_idx ON public.tool_search_2 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_2_seq_idx ON public.tool_search_2 USING btree (seq);
CREATE INDEX tool_search_2_sku_key_idx ON public.tool_search_2 USING btree (sku_key COLLATE "C");

create table tool_search_3 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_3_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_3_document_idx ON public.tool_search_3 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_3_document_idx1 ON public.tool_search_3 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_3_gtin_key_idx ON public.tool_search_3 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_3_seq_idx ON public.tool_search_3 USING btree (seq);
CREATE INDEX tool_search_3_sku_key_idx ON public.tool_search_3 USING btree (sku_key COLLATE "C");

create table tool_search_4 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_4_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_4_document_idx ON public.tool_search_4 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_4_document_idx1 ON public.tool_search_4 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_4_gtin_key_idx ON public.tool_search_4 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_4_seq_idx ON public.tool_search_4 USING btree (seq);
CREATE INDEX tool_search_4_sku_key_idx ON public.tool_search_4 USING btree (sku_key COLLATE "C");

create table tool_search_5 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_5_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_5_document_idx ON public.tool_search_5 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_5_document_idx1 ON public.tool_search_5 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_5_gtin_key_idx ON public.tool_search_5 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_5_seq_idx ON public.tool_search_5 USING btree (seq);
CREATE INDEX tool_search_5_sku_key_idx ON public.tool_search_5 USING btree (sku_key COLLATE "C");

create table tool_search_6 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_6_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_6_document_idx ON public.tool_search_6 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_6_document_idx1 ON public.tool_search_6 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_6_gtin_key_idx ON public.tool_search_6 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_6_seq_idx ON public.tool_search_6 USING btree (seq);
CREATE INDEX tool_search_6_sku_key_idx ON public.tool_search_6 USING btree (sku_key COLLATE "C");

create table tool_search_7 (
  tool_id text not null,
  seq bigint not null,
  on_sale boolean not null,
  document tsvector not null,
  name_length smallint not null,
  sku_key text not null,
  gtin_key text,
  constraint tool_search_7_pkey PRIMARY KEY (tool_id),
  constraint tool_search_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_search_7_document_idx ON public.tool_search_7 USING gin (document) WITH (gin_pending_list_limit='256') WHERE on_sale;
CREATE INDEX tool_search_7_document_idx1 ON public.tool_search_7 USING gin (document) WHERE (NOT on_sale);
CREATE INDEX tool_search_7_gtin_key_idx ON public.tool_search_7 USING btree (gtin_key) WHERE (gtin_key IS NOT NULL);
CREATE INDEX tool_search_7_seq_idx ON public.tool_search_7 USING btree (seq);
CREATE INDEX tool_search_7_sku_key_idx ON public.tool_search_7 USING btree (sku_key COLLATE "C");

create table tool_search_queue (
  seq bigint generated always as identity not null,
  tool_id text not null,
  constraint tool_search_queue_pkey PRIMARY KEY (seq)
);

create table tool_stocks (
  tool_id text not null,
  seq bigint not null,
  available integer not null,
  stock_state text not null,
  cover_days integer,
  orders_left integer default 1000 not null,
  constraint tool_stocks_pkey PRIMARY KEY (tool_id),
  constraint tool_stocks_tool_id_tools_id_fk FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE
);
CREATE INDEX tool_stocks_by_cover ON public.tool_stocks USING btree (COALESCE(cover_days, 1000), seq);
CREATE INDEX tool_stocks_by_cover_down ON public.tool_stocks USING btree (COALESCE(cover_days, '-1'::integer), seq);
CREATE INDEX tool_stocks_by_stock ON public.tool_stocks USING btree (available, seq);
CREATE INDEX tool_stocks_left ON public.tool_stocks USING btree (available, seq) WHERE (stock_state <> 'out'::text);
CREATE INDEX tool_stocks_low ON public.tool_stocks USING btree (available, seq) WHERE (stock_state = 'low'::text);
CREATE INDEX tool_stocks_out ON public.tool_stocks USING btree (available, seq) WHERE (stock_state = 'out'::text);
CREATE INDEX tool_stocks_to_reorder ON public.tool_stocks USING btree (orders_left, tool_id) WHERE ((orders_left < 100) AND (stock_state <> 'out'::text));

create table tools (
  id text not null,
  seq bigint generated always as identity not null,
  item_name text not null,
  about text not null,
  unit_price_minor integer not null,
  min_order_quantity integer not null,
  available integer not null,
  held integer default 0 not null,
  sold integer default 0 not null,
  image text not null,
  created_at timestamp with time zone default now() not null,
  sku text default ''::text not null,
  pack_multiple integer default 1 not null,
  max_order_quantity integer,
  volume_prices jsonb default '[]'::jsonb not null,
  state text default 'on_sale'::text not null,
  version integer default 1 not null,
  stock_state text generated always as (
CASE
    WHEN (available < (((((min_order_quantity)::bigint + pack_multiple) - 1) / pack_multiple) * pack_multiple)) THEN 'out'::text
    WHEN (available < (3 * (((((min_order_quantity)::bigint + pack_multiple) - 1) / pack_multiple) * pack_multiple))) THEN 'low'::text
    ELSE 'available'::text
END) stored not null,
  slug text default ''::text not null,
  gtin text,
  specifications jsonb default '[]'::jsonb not null,
  weight jsonb,
  size jsonb,
  maker jsonb,
  warnings text default ''::text not null,
  rating_count integer default 0 not null,
  rating_sum integer default 0 not null,
  more_images jsonb default '[]'::jsonb not null,
  documents jsonb default '[]'::jsonb not null,
  relations jsonb default '[]'::jsonb not null,
  family text default ''::text not null,
  category_id text,
  country_of_origin text default ''::text not null,
  reorder_level integer,
  tax_class text default 'standard'::text not null,
  pack_weight text default ''::text not null,
  ships_separately text default ''::text not null,
  not_shipped_to text default ''::text not null,
  constraint tools_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint tools_country_of_origin CHECK (((country_of_origin = ''::text) OR (country_of_origin ~ '^[A-Z]{2}$'::text))),
  constraint tools_lists CHECK (((jsonb_typeof(more_images) = 'array'::text) AND (jsonb_typeof(documents) = 'array'::text) AND (jsonb_typeof(relations) = 'array'::text))),
  constraint tools_min_order_quantity_positive CHECK ((min_order_quantity > 0)),
  constraint tools_not_shipped_to CHECK (((not_shipped_to = ''::text) OR (not_shipped_to ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?(, [A-Z]{2}(-[A-Z0-9]{1,3})?)*$'::text))),
  constraint tools_order_bounds CHECK (((pack_multiple > 0) AND ((max_order_quantity IS NULL) OR (max_order_quantity >= min_order_quantity)))),
  constraint tools_pack_weight CHECK (((pack_weight = ''::text) OR (pack_weight ~ '^(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})? (g|kg|oz|lb)$'::text))),
  constraint tools_pkey PRIMARY KEY (id),
  constraint tools_reorder_level CHECK ((reorder_level >= 0)),
  constraint tools_seq_unique UNIQUE (seq),
  constraint tools_ships_separately CHECK ((ships_separately = ANY (ARRAY[''::text, 'yes'::text]))),
  constraint tools_state CHECK ((state = ANY (ARRAY['draft'::text, 'on_sale'::text, 'archived'::text]))),
  constraint tools_stock_not_negative CHECK (((available >= 0) AND (held >= 0) AND (sold >= 0))),
  constraint tools_tax_class CHECK ((tax_class ~ '^[a-z][a-z0-9-]{0,29}$'::text)),
  constraint tools_unit_price_positive CHECK ((unit_price_minor > 0)),
  constraint tools_volume_prices_listed CHECK ((jsonb_typeof(volume_prices) = 'array'::text))
);
CREATE INDEX tools_by_category ON public.tools USING btree (category_id, seq) WHERE (category_id IS NOT NULL);
CREATE INDEX tools_by_family ON public.tools USING btree (lower(family), seq) WHERE (family <> ''::text);
CREATE INDEX tools_by_gtin ON public.tools USING btree (gtin) WHERE (gtin IS NOT NULL);
CREATE INDEX tools_by_minimum ON public.tools USING btree (min_order_quantity, seq);
CREATE INDEX tools_by_name ON public.tools USING btree (fold_text(item_name), seq);
CREATE INDEX tools_by_price ON public.tools USING btree (unit_price_minor, seq);
CREATE INDEX tools_documents ON public.tools USING gin (documents jsonb_path_ops) WHERE (documents <> '[]'::jsonb);
CREATE INDEX tools_item_name ON public.tools USING btree (item_name);
CREATE INDEX tools_not_on_sale ON public.tools USING btree (state, seq) WHERE (state <> 'on_sale'::text);
CREATE INDEX tools_on_sale ON public.tools USING btree (seq, stock_state) WHERE (state = 'on_sale'::text);
CREATE INDEX tools_pictured ON public.tools USING btree (seq) WHERE ((state = 'on_sale'::text) AND (image <> '/images/marks/blank-sheet.svg'::text));
CREATE INDEX tools_relations ON public.tools USING gin (relations jsonb_path_ops) WHERE (relations <> '[]'::jsonb);
CREATE INDEX tools_short_of_stock ON public.tools USING btree (stock_state, seq) WHERE ((state = 'on_sale'::text) AND (stock_state <> 'available'::text));
CREATE UNIQUE INDEX tools_sku ON public.tools USING btree (lower(sku));
CREATE UNIQUE INDEX tools_slug ON public.tools USING btree (slug);
CREATE INDEX tools_unweighed ON public.tools USING btree (seq) WHERE ((state = 'on_sale'::text) AND (weight IS NULL) AND (pack_weight = ''::text));
CREATE TRIGGER tools_add_stock AFTER INSERT ON public.tools FOR EACH ROW EXECUTE FUNCTION add_tool_stock();
CREATE TRIGGER tools_added_for_search AFTER INSERT ON public.tools FOR EACH ROW EXECUTE FUNCTION queue_tool_for_search();
CREATE TRIGGER tools_awaited AFTER UPDATE OF state, min_order_quantity, pack_multiple, max_order_quantity, unit_price_minor, volume_prices ON public.tools FOR EACH ROW WHEN (((((((old.state IS DISTINCT FROM new.state) OR (old.min_order_quantity IS DISTINCT FROM new.min_order_quantity)) OR (old.pack_multiple IS DISTINCT FROM new.pack_multiple)) OR (old.max_order_quantity IS DISTINCT FROM new.max_order_quantity)) OR (old.unit_price_minor IS DISTINCT FROM new.unit_price_minor)) OR (old.volume_prices IS DISTINCT FROM new.volume_prices))) EXECUTE FUNCTION check_awaited_tool();
CREATE TRIGGER tools_changed_for_search AFTER UPDATE OF sku, gtin, item_name, about, category_id, family, country_of_origin, specifications, maker, state ON public.tools FOR EACH ROW WHEN (((((((((((old.sku IS DISTINCT FROM new.sku) OR (old.gtin IS DISTINCT FROM new.gtin)) OR (old.item_name IS DISTINCT FROM new.item_name)) OR (old.about IS DISTINCT FROM new.about)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.family IS DISTINCT FROM new.family)) OR (old.country_of_origin IS DISTINCT FROM new.country_of_origin)) OR (old.specifications IS DISTINCT FROM new.specifications)) OR (old.maker IS DISTINCT FROM new.maker)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION queue_tool_for_search();
CREATE TRIGGER tools_facet_stock AFTER UPDATE OF available ON public.tools FOR EACH ROW WHEN ((old.stock_state IS DISTINCT FROM new.stock_state)) EXECUTE FUNCTION sync_facet_stock();
CREATE TRIGGER tools_facets AFTER UPDATE OF state, category_id, item_name, unit_price_minor, min_order_quantity, pack_multiple, country_of_origin, specifications ON public.tools FOR EACH ROW WHEN (((((((((old.state IS DISTINCT FROM new.state) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.item_name IS DISTINCT FROM new.item_name)) OR (old.unit_price_minor IS DISTINCT FROM new.unit_price_minor)) OR (old.min_order_quantity IS DISTINCT FROM new.min_order_quantity)) OR (old.pack_multiple IS DISTINCT FROM new.pack_multiple)) OR (old.country_of_origin IS DISTINCT FROM new.country_of_origin)) OR (old.specifications IS DISTINCT FROM new.specifications))) EXECUTE FUNCTION sync_tool_facets();
CREATE TRIGGER tools_first_price AFTER INSERT ON public.tools FOR EACH ROW EXECUTE FUNCTION record_tool_price();
CREATE TRIGGER tools_former_slug AFTER UPDATE OF slug ON public.tools FOR EACH ROW WHEN (((old.slug <> new.slug) AND (old.slug <> ''::text))) EXECUTE FUNCTION keep_former_slug();
CREATE TRIGGER tools_given_slug AFTER INSERT ON public.tools FOR EACH ROW EXECUTE FUNCTION keep_former_slug();
CREATE TRIGGER tools_new_facets AFTER INSERT ON public.tools FOR EACH ROW WHEN ((new.state = 'on_sale'::text)) EXECUTE FUNCTION sync_tool_facets();
CREATE TRIGGER tools_new_publish_category AFTER INSERT ON public.tools FOR EACH ROW WHEN (((new.state <> 'draft'::text) AND (new.category_id IS NOT NULL))) EXECUTE FUNCTION publish_category();
CREATE TRIGGER tools_price AFTER UPDATE OF unit_price_minor, volume_prices ON public.tools FOR EACH ROW WHEN (((old.unit_price_minor IS DISTINCT FROM new.unit_price_minor) OR (old.volume_prices IS DISTINCT FROM new.volume_prices))) EXECUTE FUNCTION record_tool_price();
CREATE TRIGGER tools_publish_category AFTER UPDATE OF state, category_id ON public.tools FOR EACH ROW WHEN (((new.state <> 'draft'::text) AND (new.category_id IS NOT NULL) AND ((old.state = 'draft'::text) OR (old.category_id IS DISTINCT FROM new.category_id)))) EXECUTE FUNCTION publish_category();
CREATE TRIGGER tools_sku BEFORE INSERT ON public.tools FOR EACH ROW WHEN ((new.sku = ''::text)) EXECUTE FUNCTION make_tool_sku();
CREATE TRIGGER tools_slug BEFORE INSERT ON public.tools FOR EACH ROW WHEN (((new.slug = ''::text) OR (new.slug ~~ '~%'::text))) EXECUTE FUNCTION make_tool_slug();
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_minor, min_order_quantity, pack_multiple, max_order_quantity, reorder_level, volume_prices, image, more_images, documents, relations, category_id, family, country_of_origin, specifications, weight, size, maker, warnings, tax_class, pack_weight, ships_separately, not_shipped_to, state ON public.tools FOR EACH ROW WHEN (((((((((((((((((((((((((((((old.sku IS DISTINCT FROM new.sku) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.gtin IS DISTINCT FROM new.gtin)) OR (old.item_name IS DISTINCT FROM new.item_name)) OR (old.about IS DISTINCT FROM new.about)) OR (old.unit_price_minor IS DISTINCT FROM new.unit_price_minor)) OR (old.min_order_quantity IS DISTINCT FROM new.min_order_quantity)) OR (old.pack_multiple IS DISTINCT FROM new.pack_multiple)) OR (old.max_order_quantity IS DISTINCT FROM new.max_order_quantity)) OR (old.reorder_level IS DISTINCT FROM new.reorder_level)) OR (old.volume_prices IS DISTINCT FROM new.volume_prices)) OR (old.image IS DISTINCT FROM new.image)) OR (old.more_images IS DISTINCT FROM new.more_images)) OR (old.documents IS DISTINCT FROM new.documents)) OR (old.relations IS DISTINCT FROM new.relations)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.family IS DISTINCT FROM new.family)) OR (old.country_of_origin IS DISTINCT FROM new.country_of_origin)) OR (old.specifications IS DISTINCT FROM new.specifications)) OR (old.weight IS DISTINCT FROM new.weight)) OR (old.size IS DISTINCT FROM new.size)) OR (old.maker IS DISTINCT FROM new.maker)) OR (old.warnings IS DISTINCT FROM new.warnings)) OR (old.tax_class IS DISTINCT FROM new.tax_class)) OR (old.pack_weight IS DISTINCT FROM new.pack_weight)) OR (old.ships_separately IS DISTINCT FROM new.ships_separately)) OR (old.not_shipped_to IS DISTINCT FROM new.not_shipped_to)) OR (old.state IS DISTINCT FROM new.state))) EXECUTE FUNCTION count_tool_version();

create table users (
  id text not null,
  seq bigint generated always as identity not null,
  email text not null,
  display_name text not null,
  subject text,
  email_confirmed boolean default false not null,
  role text default 'customer'::text not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  owner boolean default false not null,
  disabled_reason text,
  erased_at timestamp with time zone,
  searched text generated always as (fold_text(((email || '
'::text) || display_name))) stored,
  constraint users_admin_confirmed CHECK (((role = 'customer'::text) OR email_confirmed)),
  constraint users_disabled_reason CHECK (((disabled_reason IS NULL) OR (disabled_at IS NOT NULL))),
  constraint users_email_lower CHECK ((email = lower(email))),
  constraint users_erased CHECK (((erased_at IS NULL) OR ((subject IS NULL) AND (disabled_at IS NOT NULL) AND (role = 'customer'::text)))),
  constraint users_owner_admin CHECK (((NOT owner) OR (role = 'admin'::text))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_known CHECK ((role = ANY (ARRAY['customer'::text, 'admin'::text]))),
  constraint users_seq_unique UNIQUE (seq),
  constraint users_subject_unique UNIQUE (subject)
);
CREATE INDEX users_by_confirmed ON public.users USING btree (email_confirmed, seq) WHERE (erased_at IS NULL);
CREATE INDEX users_by_name ON public.users USING btree (fold_text(display_name), seq);
CREATE INDEX users_by_role ON public.users USING btree (role, seq);
CREATE INDEX users_disabled ON public.users USING btree (seq) WHERE (disabled_at IS NOT NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_owners ON public.users USING btree (seq) WHERE owner;
CREATE INDEX users_searched ON public.users USING gin (searched gin_trgm_ops);
CREATE INDEX users_shown ON public.users USING btree (seq) WHERE (erased_at IS NULL);

create table vat_checks (
  vat_id text not null,
  asked_at timestamp with time zone default now() not null,
  failed_at timestamp with time zone,
  checked_at timestamp with time zone,
  is_valid boolean,
  name text default ''::text not null,
  address text default ''::text not null,
  consultation_number text default ''::text not null,
  constraint vat_checks_answered CHECK (((checked_at IS NULL) = (is_valid IS NULL))),
  constraint vat_checks_lengths CHECK ((((char_length(vat_id) >= 4) AND (char_length(vat_id) <= 30)) AND (char_length(name) <= 300) AND (char_length(address) <= 500) AND (char_length(consultation_number) <= 60))),
  constraint vat_checks_pkey PRIMARY KEY (vat_id)
);
CREATE INDEX vat_checks_asked ON public.vat_checks USING btree (asked_at);

create table card_sandbox.charges (
  id text not null,
  seq bigint generated always as identity not null,
  payment_intent text not null,
  payment_method text not null,
  amount bigint not null,
  amount_refunded bigint default 0 not null,
  currency text not null,
  created timestamp with time zone default now() not null,
  disputed boolean default false not null,
  constraint charges_amount CHECK ((amount > 0)),
  constraint charges_id CHECK ((id ~ '^ch_[A-Za-z0-9]{24}$'::text)),
  constraint charges_intent_money FOREIGN KEY (payment_intent, amount, currency) REFERENCES card_sandbox.payment_intents(id, amount, currency),
  constraint charges_money UNIQUE (id, payment_intent, currency),
  constraint charges_one_per_intent UNIQUE (payment_intent),
  constraint charges_payment_method_payment_methods_id_fk FOREIGN KEY (payment_method) REFERENCES card_sandbox.payment_methods(id),
  constraint charges_pkey PRIMARY KEY (id),
  constraint charges_refunded CHECK (((amount_refunded >= 0) AND (amount_refunded <= amount))),
  constraint charges_seq UNIQUE (seq)
);
CREATE INDEX charges_by_method ON card_sandbox.charges USING btree (payment_method);

create table card_sandbox.disputes (
  id text not null,
  seq bigint generated always as identity not null,
  charge text not null,
  payment_intent text not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  status text not null,
  evidence jsonb default '{}'::jsonb not null,
  due_by timestamp with time zone not null,
  created timestamp with time zone default now() not null,
  constraint disputes_amount CHECK ((amount > 0)),
  constraint disputes_charge_money FOREIGN KEY (charge, payment_intent, currency) REFERENCES card_sandbox.charges(id, payment_intent, currency),
  constraint disputes_id CHECK ((id ~ '^du_[A-Za-z0-9]{24}$'::text)),
  constraint disputes_one_per_charge UNIQUE (charge),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_seq UNIQUE (seq),
  constraint disputes_status CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_closed'::text, 'needs_response'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX disputes_by_intent ON card_sandbox.disputes USING btree (payment_intent);

create table card_sandbox.events (
  id text not null,
  seq bigint generated always as identity not null,
  type text not null,
  payment_intent text not null,
  object jsonb not null,
  request_id text,
  idempotency_key text,
  created timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now(),
  delivered_at timestamp with time zone,
  constraint events_attempts CHECK ((attempts >= 0)),
  constraint events_delivered CHECK (((delivered_at IS NULL) OR (next_attempt_at IS NULL))),
  constraint events_id CHECK ((id ~ '^evt_[A-Za-z0-9]{24}$'::text)),
  constraint events_payment_intent_payment_intents_id_fk FOREIGN KEY (payment_intent) REFERENCES card_sandbox.payment_intents(id),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_seq UNIQUE (seq)
);
CREATE INDEX events_by_intent ON card_sandbox.events USING btree (payment_intent);
CREATE INDEX events_due ON card_sandbox.events USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

create table card_sandbox.idempotency_keys (
  key text not null,
  fingerprint text not null,
  request_id text not null,
  status smallint not null,
  body jsonb not null,
  created timestamp with time zone default now() not null,
  constraint idempotency_keys_length CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_keys_pkey PRIMARY KEY (key)
);
CREATE INDEX idempotency_keys_created ON card_sandbox.idempotency_keys USING btree (created);

create table card_sandbox.payment_intents (
  id text not null,
  seq bigint generated always as identity not null,
  client_secret text not null,
  amount bigint not null,
  currency text not null,
  status text not null,
  customer text,
  description text,
  receipt_email text,
  statement_descriptor_suffix text,
  metadata jsonb default '{}'::jsonb not null,
  automatic_payment_methods jsonb,
  payment_method text,
  challenge text,
  last_payment_error jsonb,
  canceled_at timestamp with time zone,
  cancellation_reason text,
  created timestamp with time zone default now() not null,
  constraint payment_intents_amount CHECK (((amount >= 1) AND (amount <= 99999999))),
  constraint payment_intents_canceled CHECK (((status = 'canceled'::text) = (canceled_at IS NOT NULL))),
  constraint payment_intents_challenge UNIQUE (challenge),
  constraint payment_intents_challenge_open CHECK (((status = 'requires_action'::text) = (challenge IS NOT NULL))),
  constraint payment_intents_client_secret UNIQUE (client_secret),
  constraint payment_intents_currency CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payment_intents_id CHECK ((id ~ '^pi_[A-Za-z0-9]{24}$'::text)),
  constraint payment_intents_method CHECK (((status = ANY (ARRAY['requires_payment_method'::text, 'canceled'::text])) OR (payment_method IS NOT NULL))),
  constraint payment_intents_money UNIQUE (id, amount, currency),
  constraint payment_intents_payment_method_payment_methods_id_fk FOREIGN KEY (payment_method) REFERENCES card_sandbox.payment_methods(id),
  constraint payment_intents_pkey PRIMARY KEY (id),
  constraint payment_intents_seq UNIQUE (seq),
  constraint payment_intents_status CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_confirmation'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text])))
);
CREATE INDEX payment_intents_by_method ON card_sandbox.payment_intents USING btree (payment_method);

create table card_sandbox.payment_methods (
  id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  behavior text not null,
  billing_details jsonb default '{}'::jsonb not null,
  created timestamp with time zone default now() not null,
  constraint payment_methods_id CHECK ((id ~ '^pm_[A-Za-z0-9]{24}$'::text)),
  constraint payment_methods_last4 CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_methods_month CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint payment_methods_pkey PRIMARY KEY (id),
  constraint payment_methods_year CHECK (((exp_year >= 2000) AND (exp_year <= 2100)))
);

create table card_sandbox.refunds (
  id text not null,
  seq bigint generated always as identity not null,
  charge text not null,
  payment_intent text not null,
  amount bigint not null,
  currency text not null,
  reason text,
  metadata jsonb default '{}'::jsonb not null,
  created timestamp with time zone default now() not null,
  status text default 'succeeded'::text not null,
  settles_at timestamp with time zone,
  settles_as text,
  constraint refunds_amount CHECK ((amount > 0)),
  constraint refunds_charge_money FOREIGN KEY (charge, payment_intent, currency) REFERENCES card_sandbox.charges(id, payment_intent, currency),
  constraint refunds_id CHECK ((id ~ '^re_[A-Za-z0-9]{24}$'::text)),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_reason CHECK ((reason = ANY (ARRAY['duplicate'::text, 'fraudulent'::text, 'requested_by_customer'::text]))),
  constraint refunds_seq UNIQUE (seq),
  constraint refunds_settle CHECK ((((settles_at IS NULL) = (settles_as IS NULL)) AND (settles_as = ANY (ARRAY['succeeded'::text, 'failed'::text])))),
  constraint refunds_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX refunds_by_charge ON card_sandbox.refunds USING btree (charge);
CREATE INDEX refunds_by_intent ON card_sandbox.refunds USING btree (payment_intent);
CREATE INDEX refunds_to_settle ON card_sandbox.refunds USING btree (settles_at) WHERE (settles_at IS NOT NULL);

CREATE OR REPLACE FUNCTION public.add_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  noticed text := TG_ARGV[0];
  about text := NEW.id;
  of_purchase text;
BEGIN
  IF TG_TABLE_NAME = 'purchases' THEN
    of_purchase := NEW.id;
  ELSIF TG_TABLE_NAME = 'refunds' THEN
    -- The provider's id, where there is one: its row in payment_refunds is the same event.
    about := coalesce(NEW.provider_refund_id, NEW.id);
    of_purchase := NEW.purchase_id;
  ELSE
    SELECT purchase_id INTO of_purchase FROM payments WHERE id = NEW.payment_id;
  END IF;
  -- A dispute can need another answer, and a buyer can ask again after a refusal. The others happen once.
  INSERT INTO notices AS n (kind, subject, purchase_id) VALUES (noticed, about, of_purchase)
  ON CONFLICT (kind, subject) DO UPDATE SET created_at = now(), reported_at = NULL
    WHERE n.reported_at IS NOT NULL AND noticed IN ('dispute', 'cancel_request');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.add_review_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM notices WHERE kind = 'review' AND subject = old.id;
  ELSIF new.read_at IS NOT NULL THEN
    DELETE FROM notices WHERE kind = 'review' AND subject = new.id AND reported_at IS NULL;
  ELSE
    INSERT INTO notices AS n (kind, subject) VALUES ('review', new.id)
    ON CONFLICT (kind, subject) DO UPDATE SET created_at = now(), reported_at = NULL WHERE n.reported_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.add_tool_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO tool_stocks (tool_id, seq, available, stock_state, orders_left)
  VALUES (NEW.id, NEW.seq, NEW.available, NEW.stock_state, count_orders_left(NEW));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_events_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		-- The address of a visitor is erased after 90 days, and nothing else changes.
		IF NEW.address IS NULL AND OLD.address IS NOT NULL AND OLD.created_at < now() - interval '90 days'
			AND to_jsonb(NEW) - 'address' = to_jsonb(OLD) - 'address' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.begin_purchase_year(this_year integer DEFAULT (EXTRACT(year FROM (clock_timestamp() AT TIME ZONE 'UTC'::text)))::integer, in_time_zone text DEFAULT 'UTC'::text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM purchase_years WHERE year >= this_year) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('purchase numbers of a new year', 0));
    INSERT INTO purchase_years (year, base, time_zone)
      SELECT this_year, coalesce(pg_sequence_last_value('purchases_seq_seq'), 0), in_time_zone
      WHERE NOT EXISTS (SELECT FROM purchase_years WHERE year >= this_year);
  END IF;
  RETURN (SELECT max(year) FROM purchase_years);
END $function$;

CREATE OR REPLACE FUNCTION public.bound_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  captured bigint;
  taken bigint;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'refunds are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_never_deleted';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.purchase_id, OLD.payment_id, OLD.amount_minor, OLD.reason)
       IS DISTINCT FROM (NEW.purchase_id, NEW.payment_id, NEW.amount_minor, NEW.reason)
       OR (OLD.provider_refund_id IS NOT NULL AND OLD.provider_refund_id IS DISTINCT FROM NEW.provider_refund_id) THEN
      RAISE EXCEPTION 'the terms of a refund cannot change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_terms_fixed';
    END IF;
    IF OLD.state <> 'failed' THEN RETURN NEW; END IF;
  END IF;
  IF NEW.state = 'failed' OR EXISTS (SELECT FROM payment_refunds k WHERE k.id = NEW.provider_refund_id) THEN
    RETURN NEW;
  END IF;
  SELECT amount_minor INTO captured FROM payments
    WHERE id = NEW.payment_id AND purchase_id = NEW.purchase_id AND state = 'captured' FOR UPDATE;
  SELECT coalesce(sum(amount_minor), 0) INTO taken FROM (
    SELECT amount_minor FROM payment_refunds
      WHERE payment_id = NEW.payment_id AND status IN ('succeeded', 'pending', 'requires_action')
    UNION ALL
    SELECT amount_minor FROM refunds r
      WHERE r.payment_id = NEW.payment_id AND r.id <> NEW.id AND r.state <> 'failed'
        AND NOT EXISTS (SELECT FROM payment_refunds k WHERE k.id = r.provider_refund_id)
  ) AS counted;
  IF captured IS NULL OR taken + NEW.amount_minor > captured THEN
    RAISE EXCEPTION 'refunds exceed what was captured' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_bounded';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_awaited_tool()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_table_name = 'tools' THEN
    UPDATE awaited_tools SET check_at = now() WHERE tool_id = new.id;
  ELSE
    UPDATE awaited_tools SET check_at = now() WHERE tool_id = new.tool_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_category_tree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  above text := new.parent_id;
  levels integer := 1;
BEGIN
  PERFORM pg_advisory_xact_lock(7214030);
  IF tg_op = 'INSERT' AND (SELECT count(*) FROM categories) >= 2000 THEN
    RAISE check_violation USING CONSTRAINT = 'categories_number', MESSAGE = 'there are 2000 categories';
  END IF;
  WHILE above IS NOT NULL LOOP
    IF above = new.id THEN
      RAISE check_violation USING CONSTRAINT = 'categories_no_cycle', MESSAGE = 'a category is not below itself';
    END IF;
    levels := levels + 1;
    IF levels > 6 THEN
      RAISE check_violation USING CONSTRAINT = 'categories_depth', MESSAGE = 'categories have 6 levels';
    END IF;
    above := (SELECT parent_id FROM categories WHERE id = above);
  END LOOP;
  IF tg_op = 'UPDATE' THEN
    levels := levels + (
      WITH RECURSIVE below AS (
        SELECT id, 0 AS depth FROM categories WHERE id = new.id
        UNION ALL SELECT c.id, b.depth + 1 FROM categories c JOIN below b ON c.parent_id = b.id WHERE b.depth < 7)
      SELECT max(depth) FROM below);
    IF levels > 6 THEN
      RAISE check_violation USING CONSTRAINT = 'categories_depth', MESSAGE = 'categories have 6 levels';
    END IF;
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.complete_paper_taxes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM paper_taxes t WHERE t.paper_id = NEW.id) THEN
    INSERT INTO paper_taxes
      SELECT t.* FROM papers p JOIN purchases u ON u.id = p.purchase_id CROSS JOIN LATERAL list_paper_taxes(p, u) t
      WHERE p.id = NEW.id;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.count_orders_left(tool tools)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN tool.state <> 'on_sale' THEN 1000
    WHEN tool.reorder_level IS NOT NULL THEN CASE WHEN tool.available < tool.reorder_level THEN -1 ELSE 1000 END
    ELSE least(1000, tool.available / ((tool.min_order_quantity::bigint + tool.pack_multiple - 1) / tool.pack_multiple * tool.pack_multiple))::integer
  END;
$function$;

CREATE OR REPLACE FUNCTION public.count_tool_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_op <> 'INSERT' AND old.tool_id IS NOT NULL AND old.is_published THEN
    UPDATE tools SET rating_count = rating_count - 1, rating_sum = rating_sum - old.rating WHERE id = old.tool_id;
  END IF;
  IF tg_op <> 'DELETE' AND new.tool_id IS NOT NULL AND new.is_published THEN
    UPDATE tools SET rating_count = rating_count + 1, rating_sum = rating_sum + new.rating WHERE id = new.tool_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_tool_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  new.version := old.version + 1;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.create_purchases_of_orders(ids text[])
 RETURNS bigint
 LANGUAGE sql
AS $function$
  WITH lines AS MATERIALIZED (
    SELECT * FROM orders WHERE id = ANY(ids) AND purchase_id IS NULL ORDER BY id FOR UPDATE
  ), created AS (
    INSERT INTO purchases (id, seq, number, user_id, state, name, email, total_minor, currency, transaction_id, placed_at,
                           paid_at, shipped_at, ended_at, refunded_minor, dispute_state, dispute_due_by, is_from_order)
    SELECT l.id, l.seq, format_purchase_number(y.year, l.seq - y.base), l.user_id,
           CASE l.state WHEN 'deleted' THEN 'canceled' ELSE l.state END, l.name, l.email, l.total_minor, l.currency,
           l.transaction_id, l.placed_at, l.paid_at, l.shipped_at, l.ended_at, l.refunded_minor, l.dispute_state,
           l.dispute_due_by, l.paid_at IS NOT NULL
    FROM lines l JOIN purchase_years y ON y.year = extract(year FROM l.placed_at AT TIME ZONE 'UTC')::integer
    RETURNING id
  ), updated AS (
    UPDATE orders o SET purchase_id = o.id, shipped_quantity = CASE o.state WHEN 'shipped' THEN o.quantity ELSE 0 END
    FROM created WHERE o.id = created.id RETURNING 1
  )
  SELECT count(*) FROM updated
$function$;

CREATE OR REPLACE FUNCTION public.delete_created_tools(ids text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
DECLARE
  created text;
  gone text[] := '{}';
  indexed text[];
  words text[] := '{}';
BEGIN
  -- That of the indexer of the search, before any tool is locked for its end: the indexer locks tools after it.
  PERFORM pg_advisory_xact_lock(7214031);
  FOREACH created IN ARRAY ids LOOP
    IF EXISTS (SELECT FROM tools WHERE relations <> '[]' AND relations @> jsonb_build_array(jsonb_build_object('toolId', created)))
      OR NOT EXISTS (
        SELECT FROM import_rows r JOIN imports i ON i.id = r.import_id
        WHERE r.tool_id = created AND r.outcome = 'created' AND i.state = 'undoing'
      ) THEN
      CONTINUE;
    END IF;
    BEGIN
      DELETE FROM price_changes WHERE tool_id = created;
      DELETE FROM stock_adjustments WHERE tool_id = created;
      DELETE FROM former_slugs WHERE tool_id = created;
      DELETE FROM stock_covers WHERE tool_id = created;
      DELETE FROM stock_notices WHERE tool_id = created;
      INSERT INTO category_tool_counts SELECT category_id, -1 FROM tools WHERE id = created AND state = 'on_sale' AND category_id IS NOT NULL;
      indexed := coalesce((SELECT array_append(tsvector_to_array(document), '') FROM tool_search WHERE tool_id = created AND on_sale), '{}');
      DELETE FROM tools WHERE id = created;
      gone := gone || created;
      words := words || indexed;
    EXCEPTION WHEN foreign_key_violation THEN
      NULL;
    END;
  END LOOP;
  UPDATE search_words w SET tools = w.tools - c.tools FROM (SELECT word, count(*) AS tools FROM unnest(words) word GROUP BY word) c WHERE w.word = c.word;
  RETURN gone;
END $function$;

CREATE OR REPLACE FUNCTION public.erase_hold_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.network := NULL;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.fold_text(written text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  IF octet_length(written) = length(written) THEN
    RETURN lower(written);
  END IF;
  RETURN replace(replace(replace(translate(
    lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g')),
    'øłđħıØŁĐĦ', 'oldhioldh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
END $function$;

CREATE OR REPLACE FUNCTION public.format_purchase_number(year integer, count bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT values->>'orderPrefix' FROM shop_settings), 'IM') || '-' || year || '-'
    || lpad(count::text, greatest(6, length(count::text)), '0')
$function$;

CREATE OR REPLACE FUNCTION public.get_base_unit(unit text, OUT base text, OUT factor double precision)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN unit IN ('mm', 'cm', 'm', 'in', 'ft') THEN 'mm' WHEN unit IN ('g', 'kg', 'oz', 'lb') THEN 'g'
      WHEN unit IN ('W', 'kW') THEN 'W' WHEN unit IN ('N', 'kN') THEN 'N' ELSE unit END,
    CASE unit WHEN 'cm' THEN 10 WHEN 'm' THEN 1000 WHEN 'in' THEN 25.4 WHEN 'ft' THEN 304.8
      WHEN 'kg' THEN 1000 WHEN 'oz' THEN 28.349523125 WHEN 'lb' THEN 453.59237 WHEN 'kW' THEN 1000 WHEN 'kN' THEN 1000 ELSE 1 END::double precision;
$function$;

CREATE OR REPLACE FUNCTION public.get_shop_clock(OUT now timestamp with time zone, OUT time_zone text)
 RETURNS record
 LANGUAGE sql
AS $function$
  SELECT clock_timestamp(), coalesce((SELECT values->>'timeZone' FROM shop_settings), 'UTC')
$function$;

CREATE OR REPLACE FUNCTION public.get_specification_numbers(specifications jsonb, OUT keys text[], OUT lows double precision[], OUT highs double precision[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(array_agg(name || E'\x1f' || base ORDER BY at), '{}'),
    coalesce(array_agg(least(one, other) * factor ORDER BY at), '{}'), coalesce(array_agg(greatest(one, other) * factor ORDER BY at), '{}')
  FROM (SELECT at, row->>'name' AS name, u.base, u.factor, m[1]::double precision AS one, coalesce(m[2], m[1])::double precision AS other
    FROM jsonb_array_elements(specifications) WITH ORDINALITY AS rows (row, at),
      get_base_unit(row->>'unit') u, regexp_match(row->>'value', '^(-?\d{1,15}(?:\.\d{1,15})?)(?: to (-?\d{1,15}(?:\.\d{1,15})?))?$') m
    WHERE row->>'unit' <> '' AND m IS NOT NULL) numbers;
$function$;

CREATE OR REPLACE FUNCTION public.is_shop_currency(stored text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('currency of the shop', 0));
  -- A statement of its own, so that it sees what was committed while this one waited.
  RETURN stored = coalesce((SELECT lower(values->>'currency') FROM shop_settings), 'usd');
END $function$;

CREATE OR REPLACE FUNCTION public.keep_former_category_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM former_category_slugs WHERE slug = new.slug AND category_id <> new.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'former_category_slugs_pkey', MESSAGE = 'another category had this slug';
  END IF;
  IF tg_op = 'UPDATE' THEN
    DELETE FROM former_category_slugs WHERE slug = new.slug;
    INSERT INTO former_category_slugs (slug, category_id) VALUES (old.slug, old.id);
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_former_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM former_slugs WHERE slug = new.slug AND tool_id <> new.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'former_slugs_pkey', MESSAGE = 'another tool had this slug';
  END IF;
  IF tg_op = 'UPDATE' THEN
    DELETE FROM former_slugs WHERE slug = new.slug;
    INSERT INTO former_slugs (slug, tool_id) VALUES (old.slug, old.id);
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.list_field_tokens(tool tools)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN tool.country_of_origin <> '' THEN E'\x1ecountryOfOrigin\x1f' || tool.country_of_origin || E'\x1f' END
  ], NULL);
$function$;

CREATE OR REPLACE FUNCTION public.list_paper_taxes(p papers, u purchases)
 RETURNS SETOF paper_taxes
 LANGUAGE sql
 STABLE
AS $function$
  WITH terms AS (
    SELECT
      CASE p.kind WHEN 'credit_note' THEN -1 ELSE 1 END AS sign,
      coalesce(CASE WHEN u.charges IS NOT NULL THEN p.data #> '{charges,taxes}' END, '[]') AS taxes,
      coalesce(
        u.charges #>> '{taxCase,kind}',
        CASE
          WHEN u.charges IS NULL THEN 'untaxed'
          WHEN jsonb_array_length(u.charges -> 'taxes') > 0 THEN 'domestic'
          WHEN u.charges ->> 'tax' IS NULL OR u.charges ->> 'taxNote' IS NULL THEN 'untaxed'
          WHEN u.charges #>> '{tax,relief}' IS NULL THEN 'small_business'
          WHEN u.charges ->> 'taxNote' LIKE '%intra-community%' THEN 'intra_community'
          WHEN u.charges ->> 'taxNote' LIKE 'Reverse charge%' THEN 'reverse_charge'
          ELSE 'export'
        END) AS kind,
      u.charges #>> '{taxCase,home}' AS home,
      CASE WHEN coalesce((u.charges #>> '{shipping,isPickup}')::boolean, false) THEN NULL ELSE coalesce(u.delivery, u.billing) END AS destination
  ), placed AS (
    SELECT *, coalesce(home, substring(destination ->> 'country' FROM '^[A-Z]{2}$'), '') AS country FROM terms
  ), taxed AS (
    SELECT t.at, t.tax ->> 'name' AS name, (t.tax ->> 'rate')::integer AS rate, (t.tax ->> 'baseMinor')::bigint AS base,
      (t.tax ->> 'amountMinor')::bigint AS amount
    FROM placed, jsonb_array_elements(taxes) WITH ORDINALITY AS t (tax, at)
  ), rest AS (
    SELECT p.total_minor - coalesce(sum(base + amount), 0) AS minor,
      -- Less is what rounding leaves over, and belongs to what is taxed.
      count(*) = 0 OR p.total_minor - sum(base + amount) > count(*) + jsonb_array_length(p.data -> 'lines') AS is_untaxed
    FROM taxed
  ), lines AS (
    SELECT at, placed.kind, name, rate, base, amount,
      base + CASE WHEN at = 1 AND NOT is_untaxed THEN minor ELSE 0 END AS net
    FROM taxed, rest, placed
    UNION ALL
    SELECT 1000, CASE placed.kind WHEN 'domestic' THEN 'untaxed' ELSE placed.kind END, '', NULL, minor, 0, minor
    FROM rest, placed WHERE is_untaxed
  )
  SELECT p.id, (row_number() OVER (ORDER BY at) - 1)::smallint, p.issued_at, lines.kind, p.kind <> 'invoice', country,
    CASE WHEN destination ->> 'country' = country AND country IN ('AU', 'BR', 'CA', 'US')
      THEN coalesce(substring(destination ->> 'region' FROM '^[A-Z0-9]{1,3}$'), '') ELSE '' END,
    name, rate, u.currency, sign * base, sign * net, sign * amount
  FROM lines, placed
$function$;

CREATE OR REPLACE FUNCTION public.make_category_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made text := coalesce(nullif(to_slug(CASE WHEN new.slug = '' THEN new.name ELSE new.slug END), ''), 'category');
  attempt integer := 1;
BEGIN
  new.slug := made;
  WHILE EXISTS (SELECT FROM categories WHERE slug = new.slug) OR EXISTS (SELECT FROM former_category_slugs WHERE slug = new.slug) LOOP
    IF attempt = 1 AND new.parent_id IS NOT NULL THEN
      made := to_slug((SELECT slug FROM categories WHERE id = new.parent_id) || ' ' || made);
      new.slug := made;
    ELSE
      new.slug := rtrim(left(made, 70), '-') || '-' || greatest(attempt, 2);
    END IF;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.make_tool_sku()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made text := coalesce((SELECT values->>'skuPrefix' FROM shop_settings), 'IM') || '-'
    || lpad(new.seq::text, greatest(5, length(new.seq::text)), '0');
  attempt integer := 1;
BEGIN
  new.sku := made;
  WHILE EXISTS (SELECT FROM tools WHERE lower(sku) = lower(new.sku)) LOOP
    attempt := attempt + 1;
    new.sku := made || '-' || attempt;
  END LOOP;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.make_tool_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made text := coalesce(nullif(to_slug(CASE WHEN new.slug = '' THEN new.item_name ELSE new.slug END), ''), 'tool');
  attempt integer := 1;
BEGIN
  new.slug := made;
  -- One of several tools of a name has its number in its slug, so that a thousand equal names cost no thousand attempts.
  WHILE EXISTS (SELECT FROM tools WHERE slug = new.slug) OR EXISTS (SELECT FROM former_slugs WHERE slug = new.slug) LOOP
    new.slug := rtrim(left(made, 60), '-') || '-' || new.seq || CASE WHEN attempt > 1 THEN '-' || attempt ELSE '' END;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.note_facet_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO category_facet_changes (category_id) SELECT DISTINCT category_id FROM written WHERE category_id IS NOT NULL;
  ELSIF tg_op = 'DELETE' THEN
    INSERT INTO category_facet_changes (category_id) SELECT DISTINCT category_id FROM former WHERE category_id IS NOT NULL;
  ELSE
    INSERT INTO category_facet_changes (category_id)
      SELECT category_id FROM written WHERE category_id IS NOT NULL UNION SELECT category_id FROM former WHERE category_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.publish_category()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- One publisher at a time: two could wait for each other's categories.
  IF EXISTS (SELECT FROM categories WHERE id = new.category_id AND NOT public) THEN
    PERFORM pg_advisory_xact_lock(7214035);
    UPDATE categories SET public = true WHERE id = new.category_id AND NOT public;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.publish_parent_category()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM categories WHERE id = new.parent_id AND NOT public) THEN
    PERFORM pg_advisory_xact_lock(7214035);
    UPDATE categories SET public = true WHERE id = new.parent_id AND NOT public;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.queue_category_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO tool_search_queue (tool_id)
  WITH RECURSIVE subtree AS (
    SELECT new.id AS id UNION ALL SELECT c.id FROM categories c JOIN subtree ON c.parent_id = subtree.id
  ) SELECT t.id FROM tools t WHERE t.category_id IN (SELECT id FROM subtree);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.queue_tool_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO tool_search_queue (tool_id) VALUES (new.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.record_tool_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO price_changes (id, tool_id, unit_price_minor, volume_prices, changed_by)
    VALUES (left(replace(gen_random_uuid()::text, '-', ''), 24), new.id, new.unit_price_minor, new.volume_prices,
      nullif(current_setting('shop.actor', true), ''));
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_unpaid_purchase(ordering_user text, from_network text, unconfirmed boolean, account_limit integer, network_limit integer, lines integer, order_key text, purchase_key text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  unpaid integer;
BEGIN
  IF account_limit IS NULL AND order_key IS NULL AND purchase_key IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of user ' || ordering_user, 0));
  IF (order_key IS NOT NULL AND EXISTS (
        SELECT FROM orders WHERE user_id = ordering_user AND idempotency_key = order_key))
    OR (purchase_key IS NOT NULL AND EXISTS (
        SELECT FROM purchases WHERE user_id = ordering_user AND idempotency_key = purchase_key)) THEN
    RETURN 'duplicate';
  END IF;
  IF account_limit IS NULL THEN RETURN NULL; END IF;
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM purchases WHERE user_id = ordering_user AND state = 'placed' LIMIT account_limit
  ) AS own;
  IF unpaid >= account_limit THEN RETURN 'account'; END IF;
  -- Free accounts of one network could hold a hundred tools each otherwise.
  IF from_network IS NULL OR (unpaid = 0 AND NOT unconfirmed AND lines <= account_limit) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of network ' || unconfirmed || from_network, 0));
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM stock_holds WHERE network = from_network AND is_unconfirmed = unconfirmed LIMIT network_limit
  ) AS neighbours;
  IF unpaid + (CASE WHEN unconfirmed THEN lines ELSE 1 END) > network_limit THEN RETURN 'network'; END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.reject_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_never_deleted';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'deleted'), ('placed', 'expired'), ('paid', 'shipped'))
     AND NOT (OLD.state = 'shipped' AND NEW.state = 'paid'
       AND (NEW.shipped_quantity < OLD.shipped_quantity OR NEW.refunded_quantity < OLD.refunded_quantity)) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_transition';
  END IF;
  IF (OLD.user_id, OLD.tool_id, OLD.quantity, OLD.unit_price_minor, OLD.total_minor, OLD.currency)
     IS DISTINCT FROM (NEW.user_id, NEW.tool_id, NEW.quantity, NEW.unit_price_minor, NEW.total_minor, NEW.currency)
     OR (OLD.transaction_id IS NOT NULL AND OLD.transaction_id IS DISTINCT FROM NEW.transaction_id)
     OR (OLD.purchase_id IS NOT NULL AND OLD.state <> 'placed'
         AND (OLD.purchase_id, OLD.line_number) IS DISTINCT FROM (NEW.purchase_id, NEW.line_number))
     OR (OLD.state <> 'placed' AND (OLD.charges_minor, OLD.tax_minor, OLD.tax_class)
         IS DISTINCT FROM (NEW.charges_minor, NEW.tax_minor, NEW.tax_class)) THEN
    RAISE EXCEPTION 'the terms of an order cannot change' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_terms_fixed';
  END IF;
  IF (NEW.state IN ('paid', 'shipped')) <> (NEW.transaction_id IS NOT NULL)
     OR (NEW.transaction_id IS NULL) <> (NEW.paid_at IS NULL) THEN
    RAISE EXCEPTION 'a paid order has a transaction, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_paid_has_transaction';
  END IF;
  IF (NEW.state = 'shipped') <> (NEW.shipped_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a shipped order has its date, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_shipped_has_date';
  END IF;
  IF (NEW.state IN ('deleted', 'expired')) <> (NEW.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'an ended order has its date, and no other one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_ended_has_date';
  END IF;
  IF NEW.refunded_minor NOT BETWEEN 0 AND NEW.total_minor + NEW.charges_minor
     OR (NEW.paid_at IS NULL AND (NEW.refunded_minor > 0 OR NEW.dispute_state IS NOT NULL)) THEN
    RAISE EXCEPTION 'no more of an order is refunded than was paid'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_refund_bounds';
  END IF;
  IF NEW.dispute_state NOT IN ('needs_answer', 'under_review', 'won', 'lost', 'closed') THEN
    RAISE EXCEPTION 'there is no such state of a dispute'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_dispute_known';
  END IF;
  IF NEW.shipped_quantity NOT BETWEEN 0 AND NEW.quantity OR NEW.refunded_quantity NOT BETWEEN 0 AND NEW.quantity THEN
    RAISE EXCEPTION 'an order has no more pieces than were ordered'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_pieces_bounded';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.reject_purchase_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- Names, addresses and texts may leave a purchase that ended without ever being paid, all at once and for good.
  is_erased boolean := OLD.paid_at IS NULL AND OLD.state IN ('canceled', 'expired') AND NEW.name = '' AND NEW.email = ''
    AND NEW.delivery IS NULL AND NEW.billing IS NULL AND NEW.po_number = '' AND NEW.note = '';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'purchases are never deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_never_deleted';
  END IF;
  IF OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN
     (('placed', 'paid'), ('placed', 'canceled'), ('placed', 'expired'), ('paid', 'shipped'), ('paid', 'canceled'),
      ('shipped', 'paid'))
     -- What was paid and canceled is as before when its refund fails.
     AND NOT (OLD.state = 'canceled' AND NEW.state = 'paid' AND OLD.paid_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a purchase cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_transition';
  END IF;
  IF (OLD.seq, OLD.number, OLD.user_id, OLD.currency, OLD.placed_at, OLD.is_from_order)
     IS DISTINCT FROM (NEW.seq, NEW.number, NEW.user_id, NEW.currency, NEW.placed_at, NEW.is_from_order)
     OR (OLD.name IS DISTINCT FROM NEW.name AND NOT is_erased)
     OR (OLD.paid_at IS NOT NULL AND (OLD.paid_at, OLD.transaction_id, OLD.total_minor, OLD.shipping_minor, OLD.tax_minor, OLD.charges)
         IS DISTINCT FROM (NEW.paid_at, NEW.transaction_id, NEW.total_minor, NEW.shipping_minor, NEW.tax_minor, NEW.charges))
     OR (OLD.state <> 'placed' AND NOT is_erased AND ((OLD.delivery IS NOT NULL AND OLD.delivery IS DISTINCT FROM NEW.delivery)
         OR (OLD.billing IS NOT NULL AND OLD.billing IS DISTINCT FROM NEW.billing))) THEN
    RAISE EXCEPTION 'the terms of a purchase cannot change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_terms_fixed';
  END IF;
  IF (NEW.transaction_id IS NULL) <> (NEW.paid_at IS NULL)
     OR (NEW.state IN ('paid', 'shipped') AND NEW.paid_at IS NULL) OR (NEW.state IN ('placed', 'expired') AND NEW.paid_at IS NOT NULL)
     OR (NEW.state = 'shipped') <> (NEW.shipped_at IS NOT NULL)
     OR (NEW.state IN ('canceled', 'expired')) <> (NEW.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the dates of a purchase do not fit its state'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_dates';
  END IF;
  IF NEW.refunded_minor NOT BETWEEN 0 AND NEW.total_minor OR NEW.refunded_shipping_minor NOT BETWEEN 0 AND NEW.shipping_minor
     OR (NEW.paid_at IS NULL AND (NEW.refunded_minor > 0 OR NEW.dispute_state IS NOT NULL))
     OR NEW.dispute_state NOT IN ('needs_answer', 'under_review', 'won', 'lost', 'closed') THEN
    RAISE EXCEPTION 'what was refunded of a purchase, or its dispute, is impossible'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_refund_bounds';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.reject_shipment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- The lines have no other columns to compare.
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'shipments' THEN
    IF OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL
      AND (OLD.id, OLD.seq, OLD.purchase_id, OLD.number, OLD.carrier, OLD.tracking, OLD.shipped_at, OLD.shipped_by,
         OLD.idempotency_key, OLD.idempotency_fingerprint)
      IS NOT DISTINCT FROM (NEW.id, NEW.seq, NEW.purchase_id, NEW.number, NEW.carrier, NEW.tracking, NEW.shipped_at,
         NEW.shipped_by, NEW.idempotency_key, NEW.idempotency_fingerprint) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a shipment never changes, but to be undone'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'shipments_fixed';
END $function$;

CREATE OR REPLACE FUNCTION public.sync_facet_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE tool_facets SET stock_state = new.stock_state WHERE tool_id = new.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.sync_tool_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF old.state = 'on_sale' AND old.category_id IS NOT NULL AND (new.state <> 'on_sale' OR new.category_id IS DISTINCT FROM old.category_id) THEN
      INSERT INTO category_tool_counts VALUES (old.category_id, -1);
    END IF;
    IF new.state = 'on_sale' AND new.category_id IS NOT NULL AND (old.state <> 'on_sale' OR new.category_id IS DISTINCT FROM old.category_id) THEN
      INSERT INTO category_tool_counts VALUES (new.category_id, 1);
    END IF;
  ELSIF new.state = 'on_sale' AND new.category_id IS NOT NULL THEN
    INSERT INTO category_tool_counts VALUES (new.category_id, 1);
  END IF;
  IF new.state <> 'on_sale' THEN
    DELETE FROM tool_facets WHERE tool_id = new.id;
    RETURN NULL;
  END IF;
  INSERT INTO tool_facets (tool_id, seq, sample, category_id, name, unit_price_minor, min_order_quantity, stock_state, tokens, number_keys, lows, highs)
    SELECT new.id, new.seq, ('x' || left(md5(new.id), 8))::bit(32)::integer & 2147483647, new.category_id, fold_text(new.item_name), new.unit_price_minor,
      new.min_order_quantity, new.stock_state,
      coalesce((SELECT array_agg(DISTINCT concat_ws(E'\x1f', row->>'name', row->>'value', coalesce(row->>'unit', ''))) FROM jsonb_array_elements(new.specifications) row), '{}') || list_field_tokens(new),
      n.keys, n.lows, n.highs
    FROM get_specification_numbers(new.specifications) n
  ON CONFLICT (tool_id) DO UPDATE SET category_id = excluded.category_id, name = excluded.name, unit_price_minor = excluded.unit_price_minor,
    min_order_quantity = excluded.min_order_quantity, stock_state = excluded.stock_state, tokens = excluded.tokens,
    number_keys = excluded.number_keys, lows = excluded.lows, highs = excluded.highs;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.to_slug(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT rtrim(left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 80), '-');
$function$;
