DROP INDEX "tools_on_sale";--> statement-breakpoint
CREATE INDEX "tools_on_sale" ON "tools" USING btree ("seq","stock_state") WHERE state = 'on_sale';