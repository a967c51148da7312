ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_known";--> statement-breakpoint
DROP INDEX "reviews_published";--> statement-breakpoint
DROP INDEX "reviews_of_tool";--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "purchase_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "by_buyer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "is_published" boolean GENERATED ALWAYS AS (taken_down_at is null and not waiting) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "reviews_of_buyers_first" ON "reviews" USING btree ("by_buyer","seq") WHERE is_published;--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("seq") WHERE waiting and taken_down_at is null;--> statement-breakpoint
CREATE INDEX "reviews_unread" ON "reviews" USING btree ("seq") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree ("seq") WHERE is_published;--> statement-breakpoint
CREATE INDEX "reviews_of_tool" ON "reviews" USING btree ("tool_id","seq") WHERE tool_id is not null and is_published;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_of_purchases" CHECK (("notices"."kind" = 'review') = ("notices"."purchase_id" is null));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_known" CHECK ("notices"."kind" in ('dispute', 'refund_failed', 'cancel_request', 'paid', 'review'));--> statement-breakpoint
-- What was written before counts as read: otherwise the first day would begin with every review there ever was.
UPDATE reviews r SET read_at = coalesce(r.changed_at, r.created_at),
  by_buyer = r.tool_id IS NOT NULL OR EXISTS (SELECT FROM orders o WHERE o.user_id = r.user_id AND o.state = 'shipped');--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_tool_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' AND old.tool_id IS NOT NULL AND old.is_published THEN
    UPDATE tools SET rating_count = rating_count - 1, rating_sum = rating_sum - old.rating WHERE id = old.tool_id;
  END IF;
  IF tg_op <> 'DELETE' AND new.tool_id IS NOT NULL AND new.is_published THEN
    UPDATE tools SET rating_count = rating_count + 1, rating_sum = rating_sum + new.rating WHERE id = new.tool_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER reviews_tool_rating ON reviews;--> statement-breakpoint
CREATE TRIGGER reviews_tool_rating AFTER INSERT OR DELETE OR UPDATE OF rating, tool_id, taken_down_at, waiting ON reviews
FOR EACH ROW EXECUTE FUNCTION count_tool_rating();--> statement-breakpoint
-- The shop is told of a review that nobody has read. One that was read or removed before the email needs no notice.
CREATE FUNCTION add_review_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM notices WHERE kind = 'review' AND subject = old.id;
  ELSIF new.read_at IS NOT NULL THEN
    DELETE FROM notices WHERE kind = 'review' AND subject = new.id AND reported_at IS NULL;
  ELSE
    INSERT INTO notices AS n (kind, subject) VALUES ('review', new.id)
    ON CONFLICT (kind, subject) DO UPDATE SET created_at = now(), reported_at = NULL WHERE n.reported_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER reviews_notice AFTER INSERT OR DELETE OR UPDATE OF version, read_at ON reviews
FOR EACH ROW EXECUTE FUNCTION add_review_notice();
