CREATE TABLE "search_generation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "search_generation_only" CHECK ("search_generation"."only")
);
--> statement-breakpoint
INSERT INTO search_generation DEFAULT VALUES;
