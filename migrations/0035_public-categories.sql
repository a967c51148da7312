ALTER TABLE "categories" ADD COLUMN "public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- A category becomes public with its first tool that is no draft, and stays so: links lead to its page by then.
CREATE FUNCTION publish_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One publisher at a time: two could wait for each other's categories.
  IF EXISTS (SELECT FROM categories WHERE id = new.category_id AND NOT public) THEN
    PERFORM pg_advisory_xact_lock(7214035);
    UPDATE categories SET public = true WHERE id = new.category_id AND NOT public;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_new_publish_category AFTER INSERT ON tools
FOR EACH ROW WHEN (new.state <> 'draft' AND new.category_id IS NOT NULL) EXECUTE FUNCTION publish_category();--> statement-breakpoint
CREATE TRIGGER tools_publish_category AFTER UPDATE OF state, category_id ON tools
FOR EACH ROW WHEN (new.state <> 'draft' AND new.category_id IS NOT NULL AND (old.state = 'draft' OR old.category_id IS DISTINCT FROM new.category_id))
EXECUTE FUNCTION publish_category();--> statement-breakpoint
-- What is above a public category is public: its page names and links it.
CREATE FUNCTION publish_parent_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM categories WHERE id = new.parent_id AND NOT public) THEN
    PERFORM pg_advisory_xact_lock(7214035);
    UPDATE categories SET public = true WHERE id = new.parent_id AND NOT public;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER categories_publish_parent AFTER INSERT OR UPDATE OF public, parent_id ON categories
FOR EACH ROW WHEN (new.public AND new.parent_id IS NOT NULL) EXECUTE FUNCTION publish_parent_category();
