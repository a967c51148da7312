CREATE TABLE "exemption_files" (
	"exemption_id" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "exemption_files_bytes" CHECK (octet_length("exemption_files"."content") between 1 and 4194304)
);
--> statement-breakpoint
CREATE TABLE "exemptions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "exemptions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"certificate_number" text DEFAULT '' NOT NULL,
	"valid_until" date,
	"places" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"approved_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"bytes" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exemptions_seq_unique" UNIQUE("seq"),
	CONSTRAINT "exemptions_kind_known" CHECK ("exemptions"."kind" in ('resale', 'manufacturing', 'nonprofit', 'government', 'other')),
	CONSTRAINT "exemptions_state_known" CHECK ("exemptions"."state" in ('pending', 'approved', 'rejected', 'withdrawn')),
	CONSTRAINT "exemptions_approved" CHECK ("exemptions"."state" <> 'approved' or "exemptions"."approved_at" is not null),
	CONSTRAINT "exemptions_bounded" CHECK (char_length("exemptions"."certificate_number") <= 60 and char_length("exemptions"."reason") <= 500 and jsonb_array_length("exemptions"."places") between 1 and 80),
	CONSTRAINT "exemptions_version" CHECK ("exemptions"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"vat_id" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"is_valid" boolean,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"consultation_number" text DEFAULT '' NOT NULL,
	CONSTRAINT "vat_checks_answered" CHECK (("vat_checks"."checked_at" is null) = ("vat_checks"."is_valid" is null)),
	CONSTRAINT "vat_checks_lengths" CHECK (char_length("vat_checks"."vat_id") between 4 and 30 and char_length("vat_checks"."name") <= 300 and char_length("vat_checks"."address") <= 500 and char_length("vat_checks"."consultation_number") <= 60)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "exemption_files" ADD CONSTRAINT "exemption_files_exemption_id_exemptions_id_fk" FOREIGN KEY ("exemption_id") REFERENCES "public"."exemptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exemptions" ADD CONSTRAINT "exemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exemptions_of_user" ON "exemptions" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "exemptions_by_state" ON "exemptions" USING btree ("state","seq");--> statement-breakpoint
CREATE INDEX "exemptions_ending" ON "exemptions" USING btree ("valid_until") WHERE state = 'approved' and valid_until is not null;--> statement-breakpoint
CREATE INDEX "vat_checks_asked" ON "vat_checks" USING btree ("asked_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'shipment_corrected', 'order_expired', 'order_canceled', 'cancel_declined', 'payment_failed', 'payment_refunded', 'refund_failed', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'enquiry_notice', 'shop_notice', 'stock_notice', 'backup_failed', 'newsletter_confirm', 'newsletter_welcome', 'stock_alert_confirm', 'exemption_decided', 'stock_alert'));--> statement-breakpoint
-- By hand from here on. PDFs are compressed already, and read in pieces.
ALTER TABLE exemption_files ALTER COLUMN content SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE exemptions ADD COLUMN searched text GENERATED ALWAYS AS (fold_text(certificate_number)) STORED;--> statement-breakpoint
DO $$ BEGIN
IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
  CREATE INDEX exemptions_searched ON exemptions USING gin (searched gin_trgm_ops);
END IF;
END $$;
