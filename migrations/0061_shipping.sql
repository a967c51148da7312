CREATE TABLE "shipping_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"zone_id" text,
	"kind" text NOT NULL,
	"rates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"up_to" integer,
	"free_from_minor" integer,
	"handling_minor" integer DEFAULT 0 NOT NULL,
	"days_min" integer,
	"days_max" integer,
	"pickup_address" text DEFAULT '' NOT NULL,
	"pickup_hours" text DEFAULT '' NOT NULL,
	"weight_unit" text DEFAULT 'kg' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "shipping_methods_name_length" CHECK (char_length("shipping_methods"."name") between 1 and 60),
	CONSTRAINT "shipping_methods_kind" CHECK ("shipping_methods"."kind" in ('flat', 'by_weight', 'by_value', 'pickup', 'by_quote')),
	CONSTRAINT "shipping_methods_pickup_has_no_zone" CHECK (("shipping_methods"."kind" = 'pickup') = ("shipping_methods"."zone_id" is null)),
	CONSTRAINT "shipping_methods_rates_bounded" CHECK (jsonb_typeof("shipping_methods"."rates") = 'array' and octet_length("shipping_methods"."rates"::text) <= 4000 and case "shipping_methods"."kind" when 'flat' then jsonb_array_length("shipping_methods"."rates") = 1 when 'pickup' then jsonb_array_length("shipping_methods"."rates") = 0 when 'by_quote' then jsonb_array_length("shipping_methods"."rates") = 0 else jsonb_array_length("shipping_methods"."rates") between 1 and 40 end),
	CONSTRAINT "shipping_methods_weight_unit" CHECK ("shipping_methods"."weight_unit" in ('kg', 'lb')),
	CONSTRAINT "shipping_methods_up_to" CHECK ("shipping_methods"."up_to" is null or ("shipping_methods"."up_to" > 0 and "shipping_methods"."kind" in ('by_weight', 'by_value'))),
	CONSTRAINT "shipping_methods_amounts" CHECK ("shipping_methods"."handling_minor" >= 0 and ("shipping_methods"."free_from_minor" is null or "shipping_methods"."free_from_minor" > 0)),
	CONSTRAINT "shipping_methods_days" CHECK (("shipping_methods"."days_min" is null) = ("shipping_methods"."days_max" is null) and ("shipping_methods"."days_min" is null or ("shipping_methods"."days_min" >= 0 and "shipping_methods"."days_min" <= "shipping_methods"."days_max" and "shipping_methods"."days_max" <= 90))),
	CONSTRAINT "shipping_methods_pickup_lengths" CHECK (char_length("shipping_methods"."pickup_address") <= 200 and char_length("shipping_methods"."pickup_hours") <= 120),
	CONSTRAINT "shipping_methods_version" CHECK ("shipping_methods"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"places" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "shipping_zones_name_length" CHECK (char_length("shipping_zones"."name") between 1 and 60),
	CONSTRAINT "shipping_zones_places_bounded" CHECK (jsonb_typeof("shipping_zones"."places") = 'array' and jsonb_array_length("shipping_zones"."places") between 1 and 200 and octet_length("shipping_zones"."places"::text) <= 40000),
	CONSTRAINT "shipping_zones_version" CHECK ("shipping_zones"."version" >= 1)
);
--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_methods_name" ON "shipping_methods" USING btree (coalesce("zone_id", ''),lower("name"));--> statement-breakpoint
CREATE INDEX "shipping_methods_of_zone" ON "shipping_methods" USING btree ("zone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_zones_name" ON "shipping_zones" USING btree (lower("name"));