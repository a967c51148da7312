CREATE TABLE "shop_secrets" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "shop_secrets_one_row" CHECK ("shop_secrets"."id" = 1)
);
