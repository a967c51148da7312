CREATE INDEX "papers_number" ON "papers" USING btree ("number") WHERE count is not null;--> statement-breakpoint
CREATE INDEX "purchases_live" ON "purchases" USING btree ("seq") WHERE state in ('placed', 'paid', 'shipped');--> statement-breakpoint
CREATE INDEX "purchases_ended" ON "purchases" USING btree ("seq") WHERE state in ('canceled', 'expired');--> statement-breakpoint
CREATE INDEX "purchases_by_total" ON "purchases" USING btree ("total_cents","seq");--> statement-breakpoint
-- What a purchase has besides its lines: its PO number, and who and where it is sent and billed to. Empty for most orders
-- of older clients.
ALTER TABLE purchases ADD COLUMN searched text GENERATED ALWAYS AS (fold_text(btrim(po_number
  || E'\n' || coalesce(delivery->>'company', '') || E'\n' || coalesce(delivery->>'name', '')
  || E'\n' || coalesce(delivery->>'line1', '') || E'\n' || coalesce(delivery->>'city', '') || E'\n' || coalesce(delivery->>'postalCode', '')
  || E'\n' || coalesce(billing->>'company', '') || E'\n' || coalesce(billing->>'name', '')
  || E'\n' || coalesce(billing->>'line1', '') || E'\n' || coalesce(billing->>'city', '') || E'\n' || coalesce(billing->>'postalCode', ''), E'\n'))) STORED;--> statement-breakpoint
CREATE INDEX purchases_searched ON purchases USING gin (searched gin_trgm_ops);--> statement-breakpoint
-- A tracking number with any separators or none.
CREATE INDEX shipments_tracking ON shipments USING gin (fold_text(regexp_replace(tracking, '[^[:alnum:]]', '', 'g')) gin_trgm_ops) WHERE tracking <> '';
