CREATE TABLE "tool_facets" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"sample" integer NOT NULL,
	"category_id" text,
	"name" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"min_order_quantity" integer NOT NULL,
	"stock_state" text NOT NULL,
	"tokens" text[] COLLATE "C" NOT NULL,
	"number_keys" text[] COLLATE "C" NOT NULL,
	"lows" double precision[] NOT NULL,
	"highs" double precision[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"slug" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_name_plain" CHECK ("categories"."name" <> '' and position('>' in "categories"."name") = 0)
);
--> statement-breakpoint
CREATE TABLE "category_tool_counts" (
	"category_id" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_category_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "tools_by_category";--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "category_id" text;--> statement-breakpoint
-- A slug of the name; one that is taken gets the name of the parent before it, and then a number.
CREATE FUNCTION make_category_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := coalesce(nullif(to_slug(new.name), ''), 'category');
  attempt integer := 1;
BEGIN
  new.slug := made;
  WHILE EXISTS (SELECT FROM categories WHERE slug = new.slug) OR EXISTS (SELECT FROM former_category_slugs WHERE slug = new.slug) LOOP
    IF attempt = 1 AND new.parent_id IS NOT NULL THEN
      made := to_slug((SELECT name FROM categories WHERE id = new.parent_id) || ' ' || new.name);
      new.slug := made;
    ELSE
      new.slug := rtrim(left(made, 70), '-') || '-' || greatest(attempt, 2);
    END IF;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER categories_slug BEFORE INSERT ON categories FOR EACH ROW WHEN (new.slug = '') EXECUTE FUNCTION make_category_slug();--> statement-breakpoint
-- Texts that differ by case alone become one category, as the oldest tool spells it. A name has no '>'.
INSERT INTO categories (id, name, position)
  SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), name, row_number() OVER (ORDER BY lower(name))
  FROM (SELECT DISTINCT ON (lower(replace(category, '>', '/'))) replace(category, '>', '/') AS name FROM tools
    WHERE category <> '' ORDER BY lower(replace(category, '>', '/')), seq) texts;--> statement-breakpoint
-- It names the column that is dropped, and would count a version of each tool.
DROP TRIGGER tools_version ON tools;--> statement-breakpoint
UPDATE tools t SET category_id = c.id FROM categories c WHERE t.category <> '' AND lower(c.name) = lower(replace(t.category, '>', '/'));--> statement-breakpoint
-- So that these changes can still be undone. A text that no tool has any more stays without an id.
UPDATE bulk_change_rows r SET
  before = r.before || coalesce((SELECT jsonb_build_object('categoryId', c.id) FROM categories c WHERE lower(c.name) = lower(replace(r.before->>'category', '>', '/'))),
    CASE WHEN r.before->>'category' = '' THEN '{"categoryId": null}'::jsonb ELSE '{}' END),
  after = r.after || coalesce((SELECT jsonb_build_object('categoryId', c.id) FROM categories c WHERE lower(c.name) = lower(replace(r.after->>'category', '>', '/'))),
    CASE WHEN r.after->>'category' = '' THEN '{"categoryId": null}'::jsonb ELSE '{}' END)
FROM bulk_changes b WHERE b.id = r.bulk_change_id AND b.kind = 'category';--> statement-breakpoint
ALTER TABLE "tool_facets" ADD CONSTRAINT "tool_facets_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_category_slugs" ADD CONSTRAINT "former_category_slugs_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_facets_by_creation" ON "tool_facets" USING btree ("category_id","seq");--> statement-breakpoint
CREATE INDEX "tool_facets_by_price" ON "tool_facets" USING btree ("category_id","unit_price_cents","seq");--> statement-breakpoint
CREATE INDEX "tool_facets_by_name" ON "tool_facets" USING btree ("category_id","name","seq");--> statement-breakpoint
CREATE INDEX "tool_facets_by_minimum" ON "tool_facets" USING btree ("category_id","min_order_quantity","seq");--> statement-breakpoint
CREATE INDEX "tool_facets_sample" ON "tool_facets" USING btree ("category_id","sample");--> statement-breakpoint
CREATE INDEX "tool_facets_short" ON "tool_facets" USING btree ("category_id","stock_state","seq") WHERE stock_state <> 'available';--> statement-breakpoint
CREATE INDEX "tool_facets_any_sample" ON "tool_facets" USING btree ("sample");--> statement-breakpoint
CREATE INDEX "tool_facets_tokens" ON "tool_facets" USING gin ("tokens");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (coalesce("parent_id", ''),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug" ON "categories" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "category_tool_counts_category" ON "category_tool_counts" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "former_category_slugs_category" ON "former_category_slugs" USING btree ("category_id");--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tools_by_category" ON "tools" USING btree ("category_id","seq") WHERE category_id is not null;--> statement-breakpoint
ALTER TABLE "tools" DROP COLUMN "category";--> statement-breakpoint
-- Movements of stock name none of these columns, and leave the version as it is.
CREATE TRIGGER tools_version BEFORE UPDATE OF sku, slug, gtin, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, max_order_quantity, volume_prices, image, more_images, documents, relations, category_id, family, specifications, weight, size, maker, warnings, state ON tools
FOR EACH ROW WHEN ((old.sku, old.slug, old.gtin, old.item_name, old.about, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.max_order_quantity, old.volume_prices, old.image, old.more_images, old.documents, old.relations, old.category_id, old.family, old.specifications, old.weight, old.size, old.maker, old.warnings, old.state)
  IS DISTINCT FROM (new.sku, new.slug, new.gtin, new.item_name, new.about, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.max_order_quantity, new.volume_prices, new.image, new.more_images, new.documents, new.relations, new.category_id, new.family, new.specifications, new.weight, new.size, new.maker, new.warnings, new.state))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
CREATE TRIGGER categories_version BEFORE UPDATE OF name, slug, parent_id ON categories
FOR EACH ROW WHEN ((old.name, old.slug, old.parent_id) IS DISTINCT FROM (new.name, new.slug, new.parent_id))
EXECUTE FUNCTION count_tool_version();--> statement-breakpoint
-- Two moves at once would each see the tree without the other: whoever changes it waits for the lock, and looks then.
CREATE FUNCTION check_category_tree() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;--> statement-breakpoint
CREATE TRIGGER categories_tree BEFORE INSERT ON categories FOR EACH ROW EXECUTE FUNCTION check_category_tree();--> statement-breakpoint
CREATE TRIGGER categories_moved BEFORE UPDATE OF parent_id ON categories
FOR EACH ROW WHEN (old.parent_id IS DISTINCT FROM new.parent_id) EXECUTE FUNCTION check_category_tree();--> statement-breakpoint
-- A slug of before leads to its category: no other category may take it.
CREATE FUNCTION keep_former_category_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_category_slugs WHERE slug = new.slug AND category_id <> new.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'former_category_slugs_pkey', MESSAGE = 'another category had this slug';
  END IF;
  IF tg_op = 'UPDATE' THEN
    DELETE FROM former_category_slugs WHERE slug = new.slug;
    INSERT INTO former_category_slugs (slug, category_id) VALUES (old.slug, old.id);
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER categories_given_slug AFTER INSERT ON categories FOR EACH ROW EXECUTE FUNCTION keep_former_category_slug();--> statement-breakpoint
CREATE TRIGGER categories_former_slug AFTER UPDATE OF slug ON categories
FOR EACH ROW WHEN (old.slug <> new.slug) EXECUTE FUNCTION keep_former_category_slug();--> statement-breakpoint
-- Room in each page, so that a change of stock state stays in it.
ALTER TABLE tool_facets SET (fillfactor = 90);--> statement-breakpoint
-- What a unit is counted in, and how often it goes into that: `BASE_UNITS` of facet-rules.ts says the same.
CREATE FUNCTION get_base_unit(unit text, OUT base text, OUT factor double precision) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN unit IN ('mm', 'cm', 'm', 'in', 'ft') THEN 'mm' WHEN unit IN ('g', 'kg', 'oz', 'lb') THEN 'g'
      WHEN unit IN ('W', 'kW') THEN 'W' WHEN unit IN ('N', 'kN') THEN 'N' ELSE unit END,
    CASE unit WHEN 'cm' THEN 10 WHEN 'm' THEN 1000 WHEN 'in' THEN 25.4 WHEN 'ft' THEN 304.8
      WHEN 'kg' THEN 1000 WHEN 'oz' THEN 28.349523125 WHEN 'lb' THEN 453.59237 WHEN 'kW' THEN 1000 WHEN 'kN' THEN 1000 ELSE 1 END::double precision;
$$;--> statement-breakpoint
-- The numbers of a specification: a number, or the two of a range, in the base unit of their unit.
CREATE FUNCTION get_specification_numbers(specifications jsonb, OUT keys text[], OUT lows double precision[], OUT highs double precision[]) LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(name || E'\x1f' || base ORDER BY at), '{}'),
    coalesce(array_agg(least(one, other) * factor ORDER BY at), '{}'), coalesce(array_agg(greatest(one, other) * factor ORDER BY at), '{}')
  FROM (SELECT at, row->>'name' AS name, u.base, u.factor, m[1]::double precision AS one, coalesce(m[2], m[1])::double precision AS other
    FROM jsonb_array_elements(specifications) WITH ORDINALITY AS rows (row, at),
      get_base_unit(row->>'unit') u, regexp_match(row->>'value', '^(-?\d{1,15}(?:\.\d{1,15})?)(?: to (-?\d{1,15}(?:\.\d{1,15})?))?$') m
    WHERE row->>'unit' <> '' AND m IS NOT NULL) numbers;
$$;--> statement-breakpoint
CREATE FUNCTION sync_tool_facets() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO tool_facets (tool_id, seq, sample, category_id, name, unit_price_cents, min_order_quantity, stock_state, tokens, number_keys, lows, highs)
    SELECT new.id, new.seq, ('x' || left(md5(new.id), 8))::bit(32)::integer & 2147483647, new.category_id, lower(new.item_name), new.unit_price_cents,
      new.min_order_quantity, new.stock_state,
      coalesce((SELECT array_agg(DISTINCT concat_ws(E'\x1f', row->>'name', row->>'value', coalesce(row->>'unit', ''))) FROM jsonb_array_elements(new.specifications) row), '{}'),
      n.keys, n.lows, n.highs
    FROM get_specification_numbers(new.specifications) n
  ON CONFLICT (tool_id) DO UPDATE SET category_id = excluded.category_id, name = excluded.name, unit_price_cents = excluded.unit_price_cents,
    min_order_quantity = excluded.min_order_quantity, stock_state = excluded.stock_state, tokens = excluded.tokens,
    number_keys = excluded.number_keys, lows = excluded.lows, highs = excluded.highs;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_new_facets AFTER INSERT ON tools FOR EACH ROW WHEN (new.state = 'on_sale') EXECUTE FUNCTION sync_tool_facets();--> statement-breakpoint
CREATE TRIGGER tools_facets AFTER UPDATE OF state, category_id, item_name, unit_price_cents, min_order_quantity, pack_multiple, specifications ON tools
FOR EACH ROW WHEN ((old.state, old.category_id, old.item_name, old.unit_price_cents, old.min_order_quantity, old.pack_multiple, old.specifications)
  IS DISTINCT FROM (new.state, new.category_id, new.item_name, new.unit_price_cents, new.min_order_quantity, new.pack_multiple, new.specifications))
EXECUTE FUNCTION sync_tool_facets();--> statement-breakpoint
-- An order fires it only where it changes the state of the stock.
CREATE FUNCTION sync_facet_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tool_facets SET stock_state = new.stock_state WHERE tool_id = new.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_facet_stock AFTER UPDATE OF available ON tools
FOR EACH ROW WHEN (old.stock_state IS DISTINCT FROM new.stock_state) EXECUTE FUNCTION sync_facet_stock();--> statement-breakpoint
INSERT INTO tool_facets (tool_id, seq, sample, category_id, name, unit_price_cents, min_order_quantity, stock_state, tokens, number_keys, lows, highs)
  SELECT t.id, t.seq, ('x' || left(md5(t.id), 8))::bit(32)::integer & 2147483647, t.category_id, lower(t.item_name), t.unit_price_cents, t.min_order_quantity, t.stock_state,
    coalesce((SELECT array_agg(DISTINCT concat_ws(E'\x1f', row->>'name', row->>'value', coalesce(row->>'unit', ''))) FROM jsonb_array_elements(t.specifications) row), '{}'),
    n.keys, n.lows, n.highs
  FROM tools t, get_specification_numbers(t.specifications) n WHERE t.state = 'on_sale';--> statement-breakpoint
INSERT INTO category_tool_counts SELECT category_id, count(*) FROM tools WHERE state = 'on_sale' AND category_id IS NOT NULL GROUP BY category_id;
