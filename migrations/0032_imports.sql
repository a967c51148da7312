CREATE TABLE "import_keys" (
	"import_id" text NOT NULL,
	"key" text NOT NULL,
	"row" integer NOT NULL,
	CONSTRAINT "import_keys_import_id_key_pk" PRIMARY KEY("import_id","key")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"names" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_pieces" (
	"import_id" text NOT NULL,
	"at" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_pieces_import_id_at_pk" PRIMARY KEY("import_id","at")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"row" integer NOT NULL,
	"result" text NOT NULL,
	"tool_id" text,
	"sku" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"counted_from" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"reason" text,
	"was" jsonb,
	"became" jsonb,
	"delta" integer DEFAULT 0 NOT NULL,
	"written_at" timestamp with time zone,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'uploading' NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"detected" text,
	"wanted" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"format" jsonb,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"creates" integer DEFAULT 0 NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"fault_rows" integer DEFAULT 0 NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"confirmed_by" jsonb,
	"confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"undone_by" jsonb,
	"undone_at" timestamp with time zone,
	"claim" text,
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imports_seq_unique" UNIQUE("seq"),
	CONSTRAINT "imports_done" CHECK (("imports"."state" in ('done', 'undoing', 'undone')) <= ("imports"."confirmed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_keys" ADD CONSTRAINT "import_keys_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_pieces" ADD CONSTRAINT "import_pieces_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_by_result" ON "import_rows" USING btree ("import_id","result","row");--> statement-breakpoint
CREATE INDEX "import_rows_to_write" ON "import_rows" USING btree ("import_id","row") WHERE result in ('create', 'change') and outcome is null;--> statement-breakpoint
CREATE INDEX "import_rows_tool" ON "import_rows" USING btree ("tool_id") WHERE outcome = 'created';--> statement-breakpoint
CREATE INDEX "import_rows_written" ON "import_rows" USING btree ("import_id","row") WHERE outcome in ('created', 'changed');--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("claimed_until") WHERE state in ('checking', 'importing', 'undoing');--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("made_by") WHERE state in ('uploading', 'checking', 'ready');--> statement-breakpoint
CREATE INDEX "imports_by_state" ON "imports" USING btree ("state","seq");--> statement-breakpoint
CREATE INDEX "bulk_change_rows_tool" ON "bulk_change_rows" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "tools_by_gtin" ON "tools" USING btree ("gtin") WHERE gtin is not null;--> statement-breakpoint
CREATE INDEX "tools_relations" ON "tools" USING gin ("relations" jsonb_path_ops) WHERE relations <> '[]';--> statement-breakpoint
CREATE INDEX "quotes_tool" ON "quotes" USING btree ("tool_id") WHERE tool_id is not null;--> statement-breakpoint
CREATE INDEX "reviews_tool" ON "reviews" USING btree ("tool_id") WHERE tool_id is not null;--> statement-breakpoint
CREATE INDEX "stock_alerts_tool" ON "stock_alerts" USING btree ("tool_id");--> statement-breakpoint
-- Written by hand: deletes tools that an import created and its undo takes back, with their histories. Those are otherwise only
-- added to, so this runs as their owner. What anything else refers to stays: an order above all. Returns what is gone.
CREATE FUNCTION delete_created_tools(ids text[]) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
END $$;--> statement-breakpoint
-- What `foldedText` searches in. Without the extension a search reads the table.
DO $$
BEGIN
  CREATE INDEX imports_searched ON imports USING gin (fold_text(file_name || E'\n' || made_by) gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE NOTICE 'searching imports is not indexed: %', SQLERRM;
END $$;
