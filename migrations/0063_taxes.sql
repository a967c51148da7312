CREATE TABLE "tax_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tax_rates_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"tax_class" text NOT NULL,
	"country" char(2) NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"postal_from" text DEFAULT '' NOT NULL,
	"postal_to" text DEFAULT '' NOT NULL,
	"rate" integer NOT NULL,
	"is_added" boolean DEFAULT false NOT NULL,
	"valid_from" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "tax_rates_seq_unique" UNIQUE("seq"),
	CONSTRAINT "tax_rates_country_code" CHECK ("tax_rates"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_class" CHECK ("tax_rates"."tax_class" ~ '^[a-z][a-z0-9-]{0,29}$'),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" between 0 and 1000000),
	CONSTRAINT "tax_rates_postal_codes" CHECK (("tax_rates"."postal_from" = '') = ("tax_rates"."postal_to" = '')),
	CONSTRAINT "tax_rates_lengths" CHECK (char_length("tax_rates"."name") between 1 and 60 and char_length("tax_rates"."region") <= 80 and char_length("tax_rates"."postal_from") <= 16 and char_length("tax_rates"."postal_to") <= 16),
	CONSTRAINT "tax_rates_version" CHECK ("tax_rates"."version" >= 1)
);
--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_of_place" ON "tax_rates" USING btree ("country",lower("region"),"postal_from","postal_to","tax_class","is_added",(case when "is_added" then lower("name") else '' end),"valid_from");--> statement-breakpoint
CREATE INDEX "tax_rates_by_country" ON "tax_rates" USING btree ("country","id");--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_tax_class" CHECK (tax_class ~ '^[a-z][a-z0-9-]{0,29}$');--> statement-breakpoint
-- By hand from here on. Movements of stock name none of the columns of this trigger.
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_minor, min_order_quantity, pack_multiple, max_order_quantity, reorder_level, volume_prices, image, more_images, documents, relations, category_id, family, country_of_origin, specifications, weight, size, maker, warnings, tax_class, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_minor, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.reorder_level, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category_id, old.family, old.country_of_origin, old.specifications, old.weight, old.size, old.maker, old.warnings, old.tax_class, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_minor, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.reorder_level, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category_id, new.family, new.country_of_origin, new.specifications, new.weight, new.size, new.maker, new.warnings, new.tax_class, new.state))
EXECUTE FUNCTION count_tool_version();
