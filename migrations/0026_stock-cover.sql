CREATE TABLE "stock_covers" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"sold" integer NOT NULL,
	"pace_days" integer NOT NULL,
	"cover_days" integer,
	CONSTRAINT "stock_covers_sold_positive" CHECK ("stock_covers"."sold" > 0),
	CONSTRAINT "stock_covers_pace" CHECK ("stock_covers"."pace_days" between 7 and 30),
	CONSTRAINT "stock_covers_bounds" CHECK ("stock_covers"."cover_days" between 0 and 999)
);
--> statement-breakpoint
ALTER TABLE "stock_covers" ADD CONSTRAINT "stock_covers_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_covers_short" ON "stock_covers" USING btree ("cover_days","tool_id") WHERE cover_days < 14;--> statement-breakpoint
CREATE INDEX "orders_sales" ON "orders" USING btree ("tool_id","paid_at","quantity") WHERE paid_at is not null and refunded_cents < total_cents;