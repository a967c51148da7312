CREATE INDEX "tools_by_name" ON "tools" USING btree (lower("item_name"),"seq");--> statement-breakpoint
CREATE INDEX "tools_by_price" ON "tools" USING btree ("unit_price_cents","seq");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("display_name"),"seq");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","seq");--> statement-breakpoint
CREATE INDEX "users_by_confirmed" ON "users" USING btree ("email_confirmed","seq");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","seq");--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total_cents","seq");--> statement-breakpoint
CREATE INDEX "orders_by_quantity" ON "orders" USING btree ("quantity","seq");--> statement-breakpoint
-- What `searchText` of src/platform/paging.server.ts searches in, for words of three letters and more. Without the
-- extension (a database that does not have it, or a user who may not add it) a search reads the whole table instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX orders_searched ON orders USING gin (lower(item_name || E'\n' || name || E'\n' || email || E'\n' || id || E'\n' || coalesce(transaction_id, '')) gin_trgm_ops);
  CREATE INDEX users_searched ON users USING gin (lower(email || E'\n' || display_name) gin_trgm_ops);
  CREATE INDEX tools_searched ON tools USING gin (lower(item_name || E'\n' || about) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
