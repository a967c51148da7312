-- Amounts are in minor units of the shop's currency, which not every currency calls cents.
DO $$
DECLARE
  named record;
  body text;
BEGIN
  FOR named IN
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE '%\_cents'
    AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = 'public')
  LOOP
    EXECUTE format('ALTER TABLE public.%I RENAME COLUMN %I TO %I', named.table_name, named.column_name,
                   regexp_replace(named.column_name, '_cents$', '_minor'));
  END LOOP;
  -- Their bodies are text, which no renaming reaches.
  FOR body IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.prosrc LIKE '%\_cents%'
  LOOP
    EXECUTE replace(body, '_cents', '_minor');
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.name_minor(stored jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(stored::text, '(?<!\\)"(unitPrice|total|amount|paid|refunded)Cents": ', '"\1Minor": ', 'g')::jsonb
$$;
--> statement-breakpoint
-- Only names change. No tool gets a new version or another price.
ALTER TABLE tools DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE tools SET volume_prices = pg_temp.name_minor(volume_prices) WHERE volume_prices <> '[]';
--> statement-breakpoint
ALTER TABLE tools ENABLE TRIGGER USER;
--> statement-breakpoint
UPDATE price_changes SET volume_prices = pg_temp.name_minor(volume_prices) WHERE volume_prices <> '[]';
--> statement-breakpoint
UPDATE papers SET data = pg_temp.name_minor(data) WHERE data::text LIKE '%Cents": %';
--> statement-breakpoint
UPDATE mails SET data = pg_temp.name_minor(data) WHERE data::text LIKE '%Cents": %';
--> statement-breakpoint
UPDATE bulk_change_rows SET before = pg_temp.name_minor(before), after = pg_temp.name_minor(after)
WHERE before::text LIKE '%Cents": %' OR after::text LIKE '%Cents": %';
--> statement-breakpoint
UPDATE import_rows
SET fields = pg_temp.name_minor(fields), was = pg_temp.name_minor(was), became = pg_temp.name_minor(became)
WHERE fields::text LIKE '%Cents": %' OR was::text LIKE '%Cents": %' OR became::text LIKE '%Cents": %';
