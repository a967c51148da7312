CREATE TABLE "document_files" (
	"id" text PRIMARY KEY NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"unused_since" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_files_bytes" CHECK ("document_files"."bytes" = octet_length("document_files"."content") and "document_files"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "more_images" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "documents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "relations" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "family" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "document_files_unused" ON "document_files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "tools_documents" ON "tools" USING gin ("documents" jsonb_path_ops) WHERE documents <> '[]';--> statement-breakpoint
CREATE INDEX "tools_by_category" ON "tools" USING btree (lower("category"),"seq") WHERE category <> '';--> statement-breakpoint
CREATE INDEX "tools_by_family" ON "tools" USING btree (lower("family"),"seq") WHERE family <> '';--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_lists" CHECK (jsonb_typeof("tools"."more_images") = 'array' and jsonb_typeof("tools"."documents") = 'array' and jsonb_typeof("tools"."relations") = 'array');--> statement-breakpoint
-- A PDF is compressed already. So stored, a piece of it is read without the rest.
ALTER TABLE document_files ALTER COLUMN content SET STORAGE EXTERNAL;--> statement-breakpoint
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
-- Movements of stock name none of these columns, and leave the version as it is.
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, volume_prices, image, more_images, documents, relations, category, family, specifications, weight, size, maker, warnings, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category, old.family, old.specifications, old.weight, old.size, old.maker, old.warnings, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category, new.family, new.specifications, new.weight, new.size, new.maker, new.warnings, new.state))
EXECUTE FUNCTION count_tool_version();
