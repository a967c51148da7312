CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "contact_messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"open_key" text,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "contact_messages_seq_unique" UNIQUE("seq"),
	CONSTRAINT "contact_messages_open_key" UNIQUE("open_key"),
	CONSTRAINT "contact_messages_done_not_open" CHECK ("contact_messages"."done_at" is null or "contact_messages"."open_key" is null)
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "quotes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"open_key" text,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"product" text NOT NULL,
	"tool_id" text,
	"quantity" integer NOT NULL,
	"company" text NOT NULL,
	CONSTRAINT "quotes_seq_unique" UNIQUE("seq"),
	CONSTRAINT "quotes_open_key" UNIQUE("open_key"),
	CONSTRAINT "quotes_quantity_bounds" CHECK ("quotes"."quantity" between 1 and 1000000),
	CONSTRAINT "quotes_done_not_open" CHECK ("quotes"."done_at" is null or "quotes"."open_key" is null)
);
--> statement-breakpoint
CREATE TABLE "newsletter_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subscriber_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "newsletter_links_purpose_known" CHECK ("newsletter_links"."purpose" in ('confirm', 'leave'))
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscribers_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscribers_seq_unique" UNIQUE("seq"),
	CONSTRAINT "subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "subscribers_email_lower" CHECK ("subscribers"."email" = lower("subscribers"."email")),
	CONSTRAINT "subscribers_state_known" CHECK ("subscribers"."state" in ('pending', 'confirmed', 'left')),
	CONSTRAINT "subscribers_confirmed_when" CHECK ("subscribers"."state" <> 'confirmed' or "subscribers"."confirmed_at" is not null),
	CONSTRAINT "subscribers_left_when" CHECK (("subscribers"."state" = 'left') = ("subscribers"."left_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_links" ADD CONSTRAINT "newsletter_links_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("seq") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "quotes_open" ON "quotes" USING btree ("seq") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_links_subscriber" ON "newsletter_links" USING btree ("subscriber_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_refunded', 'confirm_email', 'quote_received', 'contact_received', 'newsletter_confirm', 'newsletter_welcome'));