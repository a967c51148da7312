ALTER TABLE "category_facets" ADD COLUMN "about" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand from here on. Categories of more tools than are counted had nothing yet.
INSERT INTO category_facet_changes (category_id) SELECT id FROM categories WHERE id NOT IN (SELECT category_id FROM category_facets);
