-- The application suggests a slug after '~', in Latin letters. Rows that a process of the version before inserts with ''
-- get theirs from the name, as before.
CREATE OR REPLACE FUNCTION make_tool_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := coalesce(nullif(to_slug(CASE WHEN new.slug = '' THEN new.item_name ELSE new.slug END), ''), 'tool');
  attempt integer := 1;
BEGIN
  new.slug := made;
  -- One of several tools of a name has its number in its slug, so that a thousand equal names cost no thousand attempts.
  WHILE EXISTS (SELECT FROM tools WHERE slug = new.slug) OR EXISTS (SELECT FROM former_slugs WHERE slug = new.slug) LOOP
    new.slug := rtrim(left(made, 60), '-') || '-' || new.seq || CASE WHEN attempt > 1 THEN '-' || attempt ELSE '' END;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION make_category_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := coalesce(nullif(to_slug(CASE WHEN new.slug = '' THEN new.name ELSE new.slug END), ''), 'category');
  attempt integer := 1;
BEGIN
  new.slug := made;
  WHILE EXISTS (SELECT FROM categories WHERE slug = new.slug) OR EXISTS (SELECT FROM former_category_slugs WHERE slug = new.slug) LOOP
    IF attempt = 1 AND new.parent_id IS NOT NULL THEN
      made := to_slug((SELECT slug FROM categories WHERE id = new.parent_id) || ' ' || made);
      new.slug := made;
    ELSE
      new.slug := rtrim(left(made, 70), '-') || '-' || greatest(attempt, 2);
    END IF;
    attempt := attempt + 1;
  END LOOP;
  RETURN new;
END $$;--> statement-breakpoint
DROP TRIGGER tools_slug ON tools;--> statement-breakpoint
CREATE TRIGGER tools_slug BEFORE INSERT ON tools
FOR EACH ROW WHEN (new.slug = '' OR new.slug LIKE '~%') EXECUTE FUNCTION make_tool_slug();--> statement-breakpoint
DROP TRIGGER categories_slug ON categories;--> statement-breakpoint
CREATE TRIGGER categories_slug BEFORE INSERT ON categories
FOR EACH ROW WHEN (new.slug = '' OR new.slug LIKE '~%') EXECUTE FUNCTION make_category_slug();
