ALTER TABLE "tools" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "tool_id" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_tool" ON "reviews" USING btree ("tool_id","seq") WHERE tool_id is not null and taken_down_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once_per_tool" ON "reviews" USING btree ("user_id","tool_id") WHERE tool_id is not null;--> statement-breakpoint
-- A tool carries the count and the sum of its published reviews, so that no page has to count them.
CREATE FUNCTION count_tool_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' AND old.tool_id IS NOT NULL AND old.taken_down_at IS NULL THEN
    UPDATE tools SET rating_count = rating_count - 1, rating_sum = rating_sum - old.rating WHERE id = old.tool_id;
  END IF;
  IF tg_op <> 'DELETE' AND new.tool_id IS NOT NULL AND new.taken_down_at IS NULL THEN
    UPDATE tools SET rating_count = rating_count + 1, rating_sum = rating_sum + new.rating WHERE id = new.tool_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER reviews_tool_rating AFTER INSERT OR DELETE OR UPDATE OF rating, tool_id, taken_down_at ON reviews
FOR EACH ROW EXECUTE FUNCTION count_tool_rating();
