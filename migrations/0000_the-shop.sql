CREATE SCHEMA "card_sandbox";
--> statement-breakpoint
CREATE TABLE "blogs" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "blogs_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"author" text NOT NULL,
	"question" text NOT NULL,
	"short_description" text NOT NULL,
	"detail" jsonb NOT NULL,
	"tags" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blogs_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."charges" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_sandbox"."charges_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_intent" text NOT NULL,
	"payment_method" text NOT NULL,
	"amount" bigint NOT NULL,
	"amount_refunded" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charges_seq" UNIQUE("seq"),
	CONSTRAINT "charges_one_per_intent" UNIQUE("payment_intent"),
	CONSTRAINT "charges_money" UNIQUE("id","payment_intent","currency"),
	CONSTRAINT "charges_id" CHECK ("card_sandbox"."charges"."id" ~ '^ch_[A-Za-z0-9]{24}$'),
	CONSTRAINT "charges_amount" CHECK ("card_sandbox"."charges"."amount" > 0),
	CONSTRAINT "charges_refunded" CHECK ("card_sandbox"."charges"."amount_refunded" between 0 and "card_sandbox"."charges"."amount")
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."events" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_sandbox"."events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"payment_intent" text NOT NULL,
	"object" jsonb NOT NULL,
	"request_id" text,
	"idempotency_key" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"delivered_at" timestamp with time zone,
	CONSTRAINT "events_seq" UNIQUE("seq"),
	CONSTRAINT "events_id" CHECK ("card_sandbox"."events"."id" ~ '^evt_[A-Za-z0-9]{24}$'),
	CONSTRAINT "events_attempts" CHECK ("card_sandbox"."events"."attempts" >= 0),
	CONSTRAINT "events_delivered" CHECK ("card_sandbox"."events"."delivered_at" is null or "card_sandbox"."events"."next_attempt_at" is null)
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"request_id" text NOT NULL,
	"status" smallint NOT NULL,
	"body" jsonb NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_length" CHECK (length("card_sandbox"."idempotency_keys"."key") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_sandbox"."payment_intents_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_secret" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"customer" text,
	"description" text,
	"receipt_email" text,
	"statement_descriptor_suffix" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"automatic_payment_methods" jsonb,
	"payment_method" text,
	"challenge" text,
	"last_payment_error" jsonb,
	"canceled_at" timestamp with time zone,
	"cancellation_reason" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_intents_seq" UNIQUE("seq"),
	CONSTRAINT "payment_intents_client_secret" UNIQUE("client_secret"),
	CONSTRAINT "payment_intents_challenge" UNIQUE("challenge"),
	CONSTRAINT "payment_intents_money" UNIQUE("id","amount","currency"),
	CONSTRAINT "payment_intents_id" CHECK ("card_sandbox"."payment_intents"."id" ~ '^pi_[A-Za-z0-9]{24}$'),
	CONSTRAINT "payment_intents_amount" CHECK ("card_sandbox"."payment_intents"."amount" between 1 and 99999999),
	CONSTRAINT "payment_intents_currency" CHECK ("card_sandbox"."payment_intents"."currency" ~ '^[a-z]{3}$'),
	CONSTRAINT "payment_intents_status" CHECK ("card_sandbox"."payment_intents"."status" in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled')),
	CONSTRAINT "payment_intents_method" CHECK ("card_sandbox"."payment_intents"."status" in ('requires_payment_method', 'canceled') or "card_sandbox"."payment_intents"."payment_method" is not null),
	CONSTRAINT "payment_intents_challenge_open" CHECK (("card_sandbox"."payment_intents"."status" = 'requires_action') = ("card_sandbox"."payment_intents"."challenge" is not null)),
	CONSTRAINT "payment_intents_canceled" CHECK (("card_sandbox"."payment_intents"."status" = 'canceled') = ("card_sandbox"."payment_intents"."canceled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"behaviour" text NOT NULL,
	"billing_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_methods_id" CHECK ("card_sandbox"."payment_methods"."id" ~ '^pm_[A-Za-z0-9]{24}$'),
	CONSTRAINT "payment_methods_last4" CHECK ("card_sandbox"."payment_methods"."last4" ~ '^[0-9]{4}$'),
	CONSTRAINT "payment_methods_month" CHECK ("card_sandbox"."payment_methods"."exp_month" between 1 and 12),
	CONSTRAINT "payment_methods_year" CHECK ("card_sandbox"."payment_methods"."exp_year" between 2000 and 2100)
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_sandbox"."refunds_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge" text NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_seq" UNIQUE("seq"),
	CONSTRAINT "refunds_id" CHECK ("card_sandbox"."refunds"."id" ~ '^re_[A-Za-z0-9]{24}$'),
	CONSTRAINT "refunds_amount" CHECK ("card_sandbox"."refunds"."amount" > 0),
	CONSTRAINT "refunds_reason" CHECK ("card_sandbox"."refunds"."reason" in ('duplicate', 'fraudulent', 'requested_by_customer'))
);
--> statement-breakpoint
CREATE TABLE "stock_adjustments" (
	"id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_adjustments_not_zero" CHECK ("stock_adjustments"."delta" <> 0)
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tools_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_name" text NOT NULL,
	"about" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"min_order_quantity" integer NOT NULL,
	"available" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"picture" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tools_seq_unique" UNIQUE("seq"),
	CONSTRAINT "tools_unit_price_positive" CHECK ("tools"."unit_price_cents" > 0),
	CONSTRAINT "tools_min_order_quantity_positive" CHECK ("tools"."min_order_quantity" > 0),
	CONSTRAINT "tools_stock_not_negative" CHECK ("tools"."available" >= 0 and "tools"."held" >= 0 and "tools"."sold" >= 0)
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "identity_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "users_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"subject" text,
	"email_confirmed" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_seq_unique" UNIQUE("seq"),
	CONSTRAINT "users_subject_unique" UNIQUE("subject"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('customer', 'admin')),
	CONSTRAINT "users_admin_confirmed" CHECK ("users"."role" <> 'admin' or "users"."email_confirmed")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_size_positive" CHECK ("images"."width" > 0 and "images"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mails_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"order_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_seq_unique" UNIQUE("seq"),
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_refunded', 'confirm_email'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"state" text DEFAULT 'placed' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"item_name" text NOT NULL,
	"img" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"idempotency_key" text,
	"idempotency_fingerprint" text,
	"transaction_id" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "orders_seq_unique" UNIQUE("seq"),
	CONSTRAINT "orders_transactionId_unique" UNIQUE("transaction_id"),
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('placed', 'paid', 'shipped', 'deleted', 'expired')),
	CONSTRAINT "orders_quantity_positive" CHECK ("orders"."quantity" > 0),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."quantity"::bigint * "orders"."unit_price_cents" and "orders"."total_cents" > 0),
	CONSTRAINT "orders_paid_has_transaction" CHECK (("orders"."state" in ('paid', 'shipped')) = ("orders"."transaction_id" is not null) and ("orders"."transaction_id" is not null) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_shipped_has_date" CHECK (("orders"."state" = 'shipped') = ("orders"."shipped_at" is not null)),
	CONSTRAINT "orders_ended_has_date" CHECK (("orders"."state" in ('deleted', 'expired')) = ("orders"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"order_id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_holds_quantity_positive" CHECK ("stock_holds"."quantity" > 0),
	CONSTRAINT "stock_holds_state_known" CHECK ("stock_holds"."state" in ('held', 'sold', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text DEFAULT 'creating' NOT NULL,
	"intent_id" text,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"refund_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payments_intentId_unique" UNIQUE("intent_id"),
	CONSTRAINT "payments_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded')),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_intent_known" CHECK ("payments"."state" in ('creating', 'canceled') or "payments"."intent_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"payload" jsonb NOT NULL,
	"deliveries" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"display_name" text NOT NULL,
	"image" text NOT NULL,
	"number" text NOT NULL,
	"college_name" text NOT NULL,
	"university_name" text NOT NULL,
	"division" text NOT NULL,
	"district" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"display_name" text NOT NULL,
	"image" text NOT NULL,
	"company" text NOT NULL,
	"designation" text NOT NULL,
	"title" text NOT NULL,
	"rating" integer NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_seq_unique" UNIQUE("seq"),
	CONSTRAINT "reviews_rating_bounds" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ADD CONSTRAINT "charges_payment_method_payment_methods_id_fk" FOREIGN KEY ("payment_method") REFERENCES "card_sandbox"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ADD CONSTRAINT "charges_intent_money" FOREIGN KEY ("payment_intent","amount","currency") REFERENCES "card_sandbox"."payment_intents"("id","amount","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_sandbox"."events" ADD CONSTRAINT "events_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "card_sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_intents" ADD CONSTRAINT "payment_intents_payment_method_payment_methods_id_fk" FOREIGN KEY ("payment_method") REFERENCES "card_sandbox"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_sandbox"."refunds" ADD CONSTRAINT "refunds_charge_money" FOREIGN KEY ("charge","payment_intent","currency") REFERENCES "card_sandbox"."charges"("id","payment_intent","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD CONSTRAINT "stock_adjustments_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_identity_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."identity_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_accounts" ADD CONSTRAINT "identity_accounts_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_by_method" ON "card_sandbox"."charges" USING btree ("payment_method");--> statement-breakpoint
CREATE INDEX "events_due" ON "card_sandbox"."events" USING btree ("next_attempt_at") WHERE "card_sandbox"."events"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "events_by_intent" ON "card_sandbox"."events" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "card_sandbox"."idempotency_keys" USING btree ("created");--> statement-breakpoint
CREATE INDEX "payment_intents_by_method" ON "card_sandbox"."payment_intents" USING btree ("payment_method");--> statement-breakpoint
CREATE INDEX "refunds_by_intent" ON "card_sandbox"."refunds" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "refunds_by_charge" ON "card_sandbox"."refunds" USING btree ("charge");--> statement-breakpoint
CREATE INDEX "stock_adjustments_tool" ON "stock_adjustments" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "tools_item_name" ON "tools" USING btree ("item_name");--> statement-breakpoint
CREATE INDEX "access_tokens_expires_at" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "access_tokens_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_accounts_user" ON "identity_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_accounts_provider" ON "identity_accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_user" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier" ON "identity_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "images_owner" ON "images" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_order_event" ON "mails" USING btree ("order_id","kind") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "orders_tool" ON "orders" USING btree ("tool_id");--> statement-breakpoint
CREATE INDEX "stock_holds_due" ON "stock_holds" USING btree ("expires_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "stock_holds_tool" ON "stock_holds" USING btree ("tool_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_captured" ON "payments" USING btree ("order_id") WHERE state = 'captured';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "payments" USING btree ("order_id") WHERE state in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("created_at") WHERE state in ('creating', 'open', 'refund_due');--> statement-breakpoint
CREATE INDEX "provider_events_intent" ON "provider_events" USING btree ("intent_id");