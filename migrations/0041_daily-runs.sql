CREATE TABLE "daily_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
