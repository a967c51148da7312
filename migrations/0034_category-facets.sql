CREATE TABLE "category_facet_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_facet_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"category_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category_facets" (
	"category_id" text PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_facets" ADD CONSTRAINT "category_facets_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "category_facet_changes_category" ON "category_facet_changes" USING btree ("category_id");--> statement-breakpoint
-- By hand from here on. One row for each category that a statement writes tools of.
CREATE FUNCTION note_facet_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;--> statement-breakpoint
CREATE TRIGGER tool_facets_added AFTER INSERT ON tool_facets REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();--> statement-breakpoint
CREATE TRIGGER tool_facets_changed AFTER UPDATE ON tool_facets REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();--> statement-breakpoint
CREATE TRIGGER tool_facets_removed AFTER DELETE ON tool_facets REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION note_facet_changes();--> statement-breakpoint
INSERT INTO category_facet_changes (category_id) SELECT id FROM categories;
