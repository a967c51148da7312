CREATE TABLE "paper_taxes" (
	"paper_id" text NOT NULL,
	"position" smallint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"is_credit" boolean NOT NULL,
	"country" text NOT NULL,
	"region" text NOT NULL,
	"name" text NOT NULL,
	"rate" integer,
	"currency" char(3) NOT NULL,
	"base_minor" bigint NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	CONSTRAINT "paper_taxes_paper_id_position_pk" PRIMARY KEY("paper_id","position"),
	CONSTRAINT "paper_taxes_kind_known" CHECK ("paper_taxes"."kind" in ('domestic', 'intra_community', 'reverse_charge', 'export', 'exempt', 'small_business', 'untaxed')),
	CONSTRAINT "paper_taxes_rate" CHECK ("paper_taxes"."rate" between 0 and 1000000000),
	CONSTRAINT "paper_taxes_country" CHECK ("paper_taxes"."country" ~ '^([A-Z]{2})?$' and "paper_taxes"."region" ~ '^[A-Z0-9]{0,3}$'),
	CONSTRAINT "paper_taxes_untaxed" CHECK ("paper_taxes"."rate" is not null or ("paper_taxes"."tax_minor" = 0 and "paper_taxes"."name" = ''))
);
--> statement-breakpoint
ALTER TABLE "paper_taxes" ADD CONSTRAINT "paper_taxes_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_taxes_issued" ON "paper_taxes" USING btree ("issued_at");--> statement-breakpoint
-- By hand from here on. What a paper adds to the tax report, from its document and the terms of its purchase. The shop
-- knows better what is untaxed within a partly taxed purchase; here, it is what the document's taxes leave over.
CREATE FUNCTION list_paper_taxes(p papers, u purchases) RETURNS SETOF paper_taxes LANGUAGE sql STABLE AS $function$
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
$function$;--> statement-breakpoint
INSERT INTO paper_taxes
  SELECT t.* FROM papers p JOIN purchases u ON u.id = p.purchase_id CROSS JOIN LATERAL list_paper_taxes(p, u) t
  WHERE p.count IS NOT NULL;--> statement-breakpoint
-- During an upgrade, processes of the version before still issue papers.
CREATE FUNCTION complete_paper_taxes() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM paper_taxes t WHERE t.paper_id = NEW.id) THEN
    INSERT INTO paper_taxes
      SELECT t.* FROM papers p JOIN purchases u ON u.id = p.purchase_id CROSS JOIN LATERAL list_paper_taxes(p, u) t
      WHERE p.id = NEW.id;
  END IF;
  RETURN NULL;
END
$function$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER papers_taxes AFTER INSERT ON papers DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.count IS NOT NULL) EXECUTE FUNCTION complete_paper_taxes();
