CREATE TABLE "identity_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"display_name" text,
	"password_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_links_purpose_known" CHECK ("identity_links"."purpose" in ('confirm', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "identity_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "identity_requests_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"password_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_requests_seq_unique" UNIQUE("seq"),
	CONSTRAINT "identity_requests_kind_known" CHECK ("identity_requests"."kind" in ('sign_up', 'confirm', 'reset'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "identity_links" ADD CONSTRAINT "identity_links_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_links_user" ON "identity_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "identity_links_expires_at" ON "identity_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_requests_next" ON "identity_requests" USING btree ("attempts","seq");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'newsletter_confirm', 'newsletter_welcome'));