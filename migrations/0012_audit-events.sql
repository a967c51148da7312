CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_email" text,
	"actor_role" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	CONSTRAINT "audit_events_seq_unique" UNIQUE("seq"),
	CONSTRAINT "audit_events_actor_known" CHECK (("audit_events"."actor" = 'user') = ("audit_events"."actor_id" is not null)),
	CONSTRAINT "audit_events_subject_of_action" CHECK ("audit_events"."subject" = split_part("audit_events"."action", '.', 1))
);
--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("actor_email","seq") WHERE actor = 'user';--> statement-breakpoint
CREATE INDEX "audit_events_by_subject" ON "audit_events" USING btree ("subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_events_by_kind" ON "audit_events" USING btree ("subject","seq") WHERE subject <> 'order';--> statement-breakpoint
CREATE INDEX "audit_events_by_name" ON "audit_events" USING btree ("subject_name","seq") WHERE subject <> 'order';--> statement-breakpoint
CREATE INDEX "audit_events_by_time" ON "audit_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "audit_events_with_address" ON "audit_events" USING btree ("created_at") WHERE address is not null;--> statement-breakpoint
-- Append-only: nobody changes or deletes a record, whatever statement the shop is made to run.
CREATE FUNCTION "audit_events_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		-- The address of a visitor is erased after 90 days, and nothing else changes.
		IF NEW.address IS NULL AND OLD.address IS NOT NULL AND OLD.created_at < now() - interval '90 days'
			AND to_jsonb(NEW) - 'address' = to_jsonb(OLD) - 'address' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events"
	FOR EACH ROW EXECUTE FUNCTION "audit_events_append_only"();--> statement-breakpoint
CREATE TRIGGER "audit_events_never_truncated" BEFORE TRUNCATE ON "audit_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_events_append_only"();
