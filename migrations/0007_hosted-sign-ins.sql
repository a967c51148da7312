CREATE TABLE "sign_ins" (
	"key" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "sign_in" text;--> statement-breakpoint
CREATE INDEX "sign_ins_seen_at" ON "sign_ins" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_sign_in_sign_ins_key_fk" FOREIGN KEY ("sign_in") REFERENCES "public"."sign_ins"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_sign_in" ON "access_tokens" USING btree ("sign_in");