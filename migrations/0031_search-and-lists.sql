CREATE TABLE "search_misses" (
	"query" text PRIMARY KEY NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY NOT NULL,
	"terms" text[] NOT NULL,
	"keys" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"tools" integer NOT NULL,
	"deletions" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_search" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"on_sale" boolean NOT NULL,
	"document" "tsvector" NOT NULL,
	"name_length" smallint NOT NULL,
	"sku_key" text NOT NULL,
	"gtin_key" text
);
--> statement-breakpoint
CREATE TABLE "tool_search_queue" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tool_search_queue_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tool_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_stocks" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"available" integer NOT NULL,
	"stock_state" text NOT NULL,
	"cover_days" integer
);
--> statement-breakpoint
DROP INDEX "orders_idempotency";--> statement-breakpoint
ALTER TABLE "tool_search" ADD CONSTRAINT "tool_search_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_stocks" ADD CONSTRAINT "tool_stocks_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_misses_by_times" ON "search_misses" USING btree ("times","last_at","query");--> statement-breakpoint
CREATE INDEX "search_misses_by_time" ON "search_misses" USING btree ("last_at","query");--> statement-breakpoint
CREATE INDEX "search_synonyms_keys" ON "search_synonyms" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "search_words_word" ON "search_words" USING btree ("word" collate "C");--> statement-breakpoint
CREATE INDEX "search_words_stem" ON "search_words" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_words_deletions" ON "search_words" USING gin ("deletions");--> statement-breakpoint
CREATE INDEX "tool_search_on_sale" ON "tool_search" USING gin ("document") WITH (gin_pending_list_limit=256) WHERE on_sale;--> statement-breakpoint
CREATE INDEX "tool_search_not_on_sale" ON "tool_search" USING gin ("document") WHERE not on_sale;--> statement-breakpoint
CREATE INDEX "tool_search_by_age" ON "tool_search" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "tool_search_sku" ON "tool_search" USING btree ("sku_key" collate "C");--> statement-breakpoint
CREATE INDEX "tool_search_gtin" ON "tool_search" USING btree ("gtin_key") WHERE gtin_key is not null;--> statement-breakpoint
CREATE INDEX "tool_stocks_by_stock" ON "tool_stocks" USING btree ("available","seq");--> statement-breakpoint
CREATE INDEX "tool_stocks_left" ON "tool_stocks" USING btree ("available","seq") WHERE stock_state <> 'out';--> statement-breakpoint
CREATE INDEX "tool_stocks_low" ON "tool_stocks" USING btree ("available","seq") WHERE stock_state = 'low';--> statement-breakpoint
CREATE INDEX "tool_stocks_out" ON "tool_stocks" USING btree ("available","seq") WHERE stock_state = 'out';--> statement-breakpoint
CREATE INDEX "tool_stocks_by_cover" ON "tool_stocks" USING btree (coalesce(cover_days, 1000),"seq");--> statement-breakpoint
CREATE INDEX "tool_stocks_by_cover_down" ON "tool_stocks" USING btree (coalesce(cover_days, -1),"seq");--> statement-breakpoint
CREATE INDEX "tools_by_minimum" ON "tools" USING btree ("min_order_quantity","seq");--> statement-breakpoint
CREATE INDEX "contact_messages_done" ON "contact_messages" USING btree ("seq") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "quotes_by_quantity" ON "quotes" USING btree ("quantity","seq");--> statement-breakpoint
CREATE INDEX "quotes_done" ON "quotes" USING btree ("seq") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "users_shown" ON "users" USING btree ("seq") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ("seq") WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "subscribers_by_state" ON "subscribers" USING btree ("state","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
-- By hand from here on.
-- Text without case and accents. PL/pgSQL, because a function of SQL is slower wherever it is not inlined, as in an index.
-- Most texts are ASCII, which has as many bytes as characters.
CREATE FUNCTION fold_text(written text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(written) = length(written) THEN
    RETURN lower(written);
  END IF;
  RETURN replace(replace(replace(translate(
    lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g')),
    'øłđħıØŁĐĦ', 'oldhioldh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
END $$;--> statement-breakpoint
INSERT INTO tool_stocks (tool_id, seq, available, stock_state, cover_days)
SELECT t.id, t.seq, t.available, t.stock_state, CASE WHEN c.tool_id IS NOT NULL THEN coalesce(c.cover_days, 0) END
FROM tools t LEFT JOIN stock_covers c ON c.tool_id = t.id;--> statement-breakpoint
-- With the tool alone: no order fires it.
CREATE FUNCTION add_tool_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tool_stocks (tool_id, seq, available, stock_state) VALUES (NEW.id, NEW.seq, NEW.available, NEW.stock_state);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_add_stock AFTER INSERT ON tools FOR EACH ROW EXECUTE FUNCTION add_tool_stock();--> statement-breakpoint
DROP INDEX IF EXISTS orders_searched;--> statement-breakpoint
DROP INDEX IF EXISTS users_searched;--> statement-breakpoint
DROP INDEX IF EXISTS audit_events_searched;--> statement-breakpoint
DROP INDEX IF EXISTS reviews_searched;--> statement-breakpoint
DROP INDEX IF EXISTS bulk_changes_searched;--> statement-breakpoint
-- What `foldedText` of src/platform/folded-search.server.ts searches in. Without the extension a search reads the table.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX orders_searched ON orders USING gin (fold_text(item_name || E'\n' || name || E'\n' || email || E'\n' || id || E'\n' || coalesce(transaction_id, '')) gin_trgm_ops);
  CREATE INDEX users_searched ON users USING gin (fold_text(email || E'\n' || display_name) gin_trgm_ops);
  CREATE INDEX audit_events_searched ON audit_events USING gin (fold_text(coalesce(actor_email, '') || E'\n' || subject_name || E'\n' || subject_id) gin_trgm_ops) WHERE subject <> 'order';
  CREATE INDEX reviews_searched ON reviews USING gin (fold_text(title || E'\n' || about || E'\n' || display_name || E'\n' || company) gin_trgm_ops);
  CREATE INDEX bulk_changes_searched ON bulk_changes USING gin (fold_text(made_by) gin_trgm_ops);
  CREATE INDEX quotes_searched ON quotes USING gin (fold_text(product || E'\n' || message || E'\n' || name || E'\n' || company || E'\n' || email) gin_trgm_ops);
  CREATE INDEX contact_messages_searched ON contact_messages USING gin (fold_text(subject || E'\n' || message || E'\n' || name || E'\n' || email) gin_trgm_ops);
  CREATE INDEX subscribers_searched ON subscribers USING gin (fold_text(email) gin_trgm_ops);
  CREATE INDEX mails_searched ON mails USING gin (fold_text(recipient || E'\n' || subject || E'\n' || coalesce(text, '') || E'\n' || coalesce(purchase_id, '')) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'searching is not indexed: %', SQLERRM;
END $$;
--> statement-breakpoint
-- Movements of stock name none of these columns: no order is indexed.
CREATE FUNCTION queue_tool_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tool_search_queue (tool_id) VALUES (new.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tools_added_for_search AFTER INSERT ON tools FOR EACH ROW EXECUTE FUNCTION queue_tool_for_search();--> statement-breakpoint
CREATE TRIGGER tools_changed_for_search AFTER UPDATE OF sku, gtin, item_name, about, category_id, family, specifications, maker, state ON tools
FOR EACH ROW WHEN ((old.sku, old.gtin, old.item_name, old.about, old.category_id, old.family, old.specifications, old.maker, old.state)
  IS DISTINCT FROM (new.sku, new.gtin, new.item_name, new.about, new.category_id, new.family, new.specifications, new.maker, new.state))
EXECUTE FUNCTION queue_tool_for_search();--> statement-breakpoint
-- Tools are found by the names of their categories.
CREATE FUNCTION queue_category_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tool_search_queue (tool_id)
  WITH RECURSIVE subtree AS (
    SELECT new.id AS id UNION ALL SELECT c.id FROM categories c JOIN subtree ON c.parent_id = subtree.id
  ) SELECT t.id FROM tools t WHERE t.category_id IN (SELECT id FROM subtree);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER categories_changed_for_search AFTER UPDATE OF name, parent_id ON categories
FOR EACH ROW WHEN ((old.name, old.parent_id) IS DISTINCT FROM (new.name, new.parent_id)) EXECUTE FUNCTION queue_category_for_search();--> statement-breakpoint
INSERT INTO tool_search_queue (tool_id) SELECT id FROM tools ORDER BY seq;--> statement-breakpoint
DROP INDEX IF EXISTS tools_searched;
--> statement-breakpoint
-- What an owner of a tool shop would write first.
INSERT INTO search_synonyms (id, terms, keys) VALUES
('synonyms0000000000000001', ARRAY['wrench', 'spanner'], ARRAY['wrench', 'spanner']),
('synonyms0000000000000002', ARRAY['vise', 'vice'], ARRAY['vise', 'vice']),
('synonyms0000000000000003', ARRAY['Allen key', 'hex key', 'Allen wrench', 'hex wrench', 'hexagon key', 'Inbus', 'Allen'], ARRAY['allen kei', 'hex kei', 'allen wrench', 'hex wrench', 'hexagon kei', 'inbu', 'allen']),
('synonyms0000000000000004', ARRAY['utility knife', 'box cutter', 'Stanley knife', 'snap-off knife'], ARRAY['util knife', 'box cutter', 'stanlei knife', 'snap off knife']),
('synonyms0000000000000005', ARRAY['tape measure', 'measuring tape', 'tape rule'], ARRAY['tape measur', 'measur tape', 'tape rule']),
('synonyms0000000000000006', ARRAY['adjustable wrench', 'Crescent wrench', 'shifting spanner'], ARRAY['adjust wrench', 'crescent wrench', 'shift spanner']),
('synonyms0000000000000007', ARRAY['pipe wrench', 'Stillson wrench'], ARRAY['pipe wrench', 'stillson wrench']),
('synonyms0000000000000008', ARRAY['water pump pliers', 'tongue and groove pliers', 'slip joint pliers', 'channel locks'], ARRAY['water pump plier', 'tongu groov plier', 'slip joint plier', 'channel lock']),
('synonyms0000000000000009', ARRAY['side cutter', 'diagonal cutter', 'diagonal pliers', 'wire cutter'], ARRAY['side cutter', 'diagon cutter', 'diagon plier', 'wire cutter']),
('synonyms0000000000000010', ARRAY['needle-nose pliers', 'long-nose pliers', 'snipe nose pliers'], ARRAY['needl nose plier', 'long nose plier', 'snipe nose plier']),
('synonyms0000000000000011', ARRAY['locking pliers', 'vise grips', 'mole grips'], ARRAY['lock plier', 'vise grip', 'mole grip']),
('synonyms0000000000000012', ARRAY['circular saw', 'skill saw'], ARRAY['circular saw', 'skill saw']),
('synonyms0000000000000013', ARRAY['jigsaw', 'jig saw'], ARRAY['jigsaw', 'jig saw']),
('synonyms0000000000000014', ARRAY['miter saw', 'mitre saw', 'chop saw'], ARRAY['miter saw', 'mitr saw', 'chop saw']),
('synonyms0000000000000015', ARRAY['reciprocating saw', 'recip saw', 'Sawzall', 'saber saw'], ARRAY['reciproc saw', 'recip saw', 'sawzal', 'saber saw']),
('synonyms0000000000000016', ARRAY['pry bar', 'crowbar', 'wrecking bar'], ARRAY['pry bar', 'crowbar', 'wreck bar']),
('synonyms0000000000000017', ARRAY['sledgehammer', 'sledge', 'maul'], ARRAY['sledgehamm', 'sledg', 'maul']),
('synonyms0000000000000018', ARRAY['angle grinder', 'disc grinder', 'side grinder'], ARRAY['angl grinder', 'disc grinder', 'side grinder']),
('synonyms0000000000000019', ARRAY['cordless drill', 'battery drill', 'cordless driver'], ARRAY['cordless drill', 'batteri drill', 'cordless driver']),
('synonyms0000000000000020', ARRAY['spirit level', 'bubble level', 'level'], ARRAY['spirit level', 'bubbl level', 'level']),
('synonyms0000000000000021', ARRAY['caliper', 'vernier', 'calliper'], ARRAY['calip', 'vernier', 'callip']),
('synonyms0000000000000022', ARRAY['clamp', 'cramp'], ARRAY['clamp', 'cramp']),
('synonyms0000000000000023', ARRAY['safety glasses', 'safety goggles', 'protective glasses', 'eye protection'], ARRAY['safeti glass', 'safeti goggl', 'protect glass', 'ey protect']),
('synonyms0000000000000024', ARRAY['ear muffs', 'ear defenders', 'hearing protection', 'ear protection'], ARRAY['ear muff', 'ear defend', 'hear protect', 'ear protect']),
('synonyms0000000000000025', ARRAY['dust mask', 'respirator', 'breathing mask'], ARRAY['dust mask', 'respir', 'breath mask']),
('synonyms0000000000000026', ARRAY['work gloves', 'safety gloves', 'protective gloves'], ARRAY['work glove', 'safeti glove', 'protect glove']),
('synonyms0000000000000027', ARRAY['hard hat', 'safety helmet'], ARRAY['hard hat', 'safeti helmet']),
('synonyms0000000000000028', ARRAY['flashlight', 'work light', 'hand lamp'], ARRAY['flashlight', 'work light', 'hand lamp']),
('synonyms0000000000000029', ARRAY['extension cord', 'extension lead', 'extension cable'], ARRAY['extens cord', 'extens lead', 'extens cabl']),
('synonyms0000000000000030', ARRAY['sandpaper', 'abrasive paper', 'emery paper', 'sanding sheet'], ARRAY['sandpap', 'abras paper', 'emeri paper', 'sand sheet']),
('synonyms0000000000000031', ARRAY['masonry drill bit', 'concrete drill bit', 'stone drill bit'], ARRAY['masonri drill bit', 'concret drill bit', 'stone drill bit']),
('synonyms0000000000000032', ARRAY['drill bit', 'twist drill'], ARRAY['drill bit', 'twist drill']),
('synonyms0000000000000033', ARRAY['wall plug', 'wall anchor', 'Rawlplug', 'expansion plug', 'dowel'], ARRAY['wall plug', 'wall anchor', 'rawlplug', 'expans plug', 'dowel']),
('synonyms0000000000000034', ARRAY['screwdriver', 'turnscrew'], ARRAY['screwdriv', 'turnscrew']),
('synonyms0000000000000035', ARRAY['nut driver', 'nut spinner'], ARRAY['nut driver', 'nut spinner']),
('synonyms0000000000000036', ARRAY['multimeter', 'voltmeter', 'multitester'], ARRAY['multimet', 'voltmet', 'multitest']),
('synonyms0000000000000037', ARRAY['wire stripper', 'cable stripper', 'stripping pliers'], ARRAY['wire stripper', 'cabl stripper', 'strip plier']),
('synonyms0000000000000038', ARRAY['crimping tool', 'crimper', 'crimping pliers'], ARRAY['crimp', 'crimper', 'crimp plier']),
('synonyms0000000000000039', ARRAY['duct tape', 'gaffer tape'], ARRAY['duct tape', 'gaffer tape']),
('synonyms0000000000000040', ARRAY['zip tie', 'cable tie'], ARRAY['zip tie', 'cabl tie']),
('synonyms0000000000000041', ARRAY['heat gun', 'hot air gun'], ARRAY['heat gun', 'hot air gun']),
('synonyms0000000000000042', ARRAY['glue gun', 'hot melt gun'], ARRAY['glue gun', 'hot melt gun']),
('synonyms0000000000000043', ARRAY['air hose', 'compressed air hose'], ARRAY['air hose', 'compress air hose']),
('synonyms0000000000000044', ARRAY['shovel', 'spade'], ARRAY['shovel', 'spade']),
('synonyms0000000000000045', ARRAY['hedge trimmer', 'hedge cutter', 'hedge shears'], ARRAY['hedg trimmer', 'hedg cutter', 'hedg shear']),
('synonyms0000000000000046', ARRAY['string trimmer', 'lawn trimmer', 'weed eater', 'brush cutter'], ARRAY['string trimmer', 'lawn trimmer', 'weed eater', 'brush cutter']),
('synonyms0000000000000047', ARRAY['lawn mower', 'lawnmower', 'grass cutter'], ARRAY['lawn mower', 'lawnmow', 'grass cutter']),
('synonyms0000000000000048', ARRAY['wheelbarrow', 'barrow'], ARRAY['wheelbarrow', 'barrow']),
('synonyms0000000000000049', ARRAY['workbench', 'work bench'], ARRAY['workbench', 'work bench']),
('synonyms0000000000000050', ARRAY['tool box', 'tool chest', 'tool case'], ARRAY['box', 'chest', 'case']),
('synonyms0000000000000051', ARRAY['stepladder', 'step ladder'], ARRAY['stepladd', 'step ladder']),
('synonyms0000000000000052', ARRAY['jack stand', 'axle stand'], ARRAY['jack stand', 'axl stand']),
('synonyms0000000000000053', ARRAY['lug wrench', 'wheel wrench', 'tire iron'], ARRAY['lug wrench', 'wheel wrench', 'tire iron']),
('synonyms0000000000000054', ARRAY['whetstone', 'sharpening stone', 'oilstone', 'honing stone'], ARRAY['whetston', 'sharpen stone', 'oilston', 'hone stone']),
('synonyms0000000000000055', ARRAY['wood chisel', 'bevel edge chisel'], ARRAY['wood chisel', 'bevel edg chisel']),
('synonyms0000000000000056', ARRAY['electric screwdriver', 'cordless screwdriver', 'power screwdriver'], ARRAY['electr screwdriv', 'cordless screwdriv', 'power screwdriv']),
('synonyms0000000000000057', ARRAY['track saw', 'plunge saw'], ARRAY['track saw', 'plung saw']),
('synonyms0000000000000058', ARRAY['demolition hammer', 'jackhammer', 'breaker hammer', 'breaker'], ARRAY['demolit hammer', 'jackhamm', 'breaker hammer', 'breaker']),
('synonyms0000000000000059', ARRAY['step drill', 'Unibit', 'step bit', 'cone drill'], ARRAY['step drill', 'unibit', 'step bit', 'cone drill']),
('synonyms0000000000000060', ARRAY['screw extractor', 'easy out', 'stud extractor'], ARRAY['screw extractor', 'easi out', 'stud extractor']),
('synonyms0000000000000061', ARRAY['cutting disc', 'cut-off wheel', 'cutting wheel', 'cut-off disc'], ARRAY['cut disc', 'cut off wheel', 'cut wheel', 'cut off disc']),
('synonyms0000000000000062', ARRAY['grinding disc', 'grinding wheel'], ARRAY['grind disc', 'grind wheel']),
('synonyms0000000000000063', ARRAY['flap disc', 'flap wheel'], ARRAY['flap disc', 'flap wheel']),
('synonyms0000000000000064', ARRAY['headlamp', 'head torch', 'headlight'], ARRAY['headlamp', 'head torch', 'headlight']),
('synonyms0000000000000065', ARRAY['clamp meter', 'ammeter clamp', 'current clamp'], ARRAY['clamp meter', 'ammet clamp', 'current clamp']),
('synonyms0000000000000066', ARRAY['welding helmet', 'welding mask', 'welding hood'], ARRAY['weld helmet', 'weld mask', 'weld hood']),
('synonyms0000000000000067', ARRAY['C-clamp', 'G-clamp'], ARRAY['c clamp', 'g clamp']),
('synonyms0000000000000068', ARRAY['F-clamp', 'bar clamp', 'screw clamp'], ARRAY['f clamp', 'bar clamp', 'screw clamp']),
('synonyms0000000000000069', ARRAY['pipe cutter', 'tube cutter'], ARRAY['pipe cutter', 'tube cutter']),
('synonyms0000000000000070', ARRAY['shop vac', 'dust extractor', 'vacuum cleaner'], ARRAY['shop vac', 'dust extractor', 'vacuum cleaner']),
('synonyms0000000000000071', ARRAY['pressure washer', 'power washer', 'jet washer', 'jet wash'], ARRAY['pressur washer', 'power washer', 'jet washer', 'jet wash']),
('synonyms0000000000000072', ARRAY['air compressor', 'compressor'], ARRAY['air compressor', 'compressor']),
('synonyms0000000000000073', ARRAY['impact wrench', 'rattle gun'], ARRAY['impact wrench', 'rattl gun']),
('synonyms0000000000000074', ARRAY['tin snips', 'aviation snips', 'metal shears', 'sheet metal shears'], ARRAY['tin snip', 'aviat snip', 'metal shear', 'sheet metal shear']),
('synonyms0000000000000075', ARRAY['hand saw', 'panel saw'], ARRAY['hand saw', 'panel saw']),
('synonyms0000000000000076', ARRAY['putty knife', 'filling knife'], ARRAY['putti knife', 'fill knife']),
('synonyms0000000000000077', ARRAY['hole saw', 'hole cutter'], ARRAY['hole saw', 'hole cutter']),
('synonyms0000000000000078', ARRAY['hose clamp', 'hose clip', 'Jubilee clip'], ARRAY['hose clamp', 'hose clip', 'jubile clip']),
('synonyms0000000000000079', ARRAY['thread seal tape', 'PTFE tape', 'Teflon tape', 'plumber''s tape'], ARRAY['thread seal tape', 'ptfe tape', 'teflon tape', 'plumber tape']),
('synonyms0000000000000080', ARRAY['ear plugs', 'earplug'], ARRAY['ear plug', 'earplug']),
('synonyms0000000000000081', ARRAY['safety vest', 'high visibility vest', 'hi-vis vest'], ARRAY['safeti vest', 'high visibl vest', 'hi vi vest']),
('synonyms0000000000000082', ARRAY['safety shoes', 'safety boots', 'work boots'], ARRAY['safeti shoe', 'safeti boot', 'work boot']),
('synonyms0000000000000083', ARRAY['face shield', 'visor'], ARRAY['face shield', 'visor']),
('synonyms0000000000000084', ARRAY['hammer drill', 'percussion drill', 'impact drill'], ARRAY['hammer drill', 'percuss drill', 'impact drill']),
('synonyms0000000000000085', ARRAY['rotary hammer', 'SDS hammer'], ARRAY['rotari hammer', 'sd hammer']),
('synonyms0000000000000086', ARRAY['lag screw', 'lag bolt', 'coach screw'], ARRAY['lag screw', 'lag bolt', 'coach screw']),
('synonyms0000000000000087', ARRAY['hex bolt', 'hexagon bolt', 'hex head bolt'], ARRAY['hex bolt', 'hexagon bolt', 'hex head bolt']),
('synonyms0000000000000088', ARRAY['threaded rod', 'all-thread', 'studding'], ARRAY['thread rod', 'all thread', 'stud']),
('synonyms0000000000000089', ARRAY['lock nut', 'nyloc nut'], ARRAY['lock nut', 'nyloc nut']),
('synonyms0000000000000090', ARRAY['wall box', 'junction box'], ARRAY['wall box', 'junction box']),
('synonyms0000000000000091', ARRAY['folding rule', 'yardstick', 'carpenter''s rule'], ARRAY['fold rule', 'yardstick', 'carpent rule']),
('synonyms0000000000000092', ARRAY['paintbrush', 'paint brush'], ARRAY['paintbrush', 'paint brush']),
('synonyms0000000000000093', ARRAY['chain hoist', 'chain block'], ARRAY['chain hoist', 'chain block']),
('synonyms0000000000000094', ARRAY['pallet truck', 'pallet jack'], ARRAY['pallet truck', 'pallet jack']),
('synonyms0000000000000095', ARRAY['hacksaw blade', 'metal saw blade'], ARRAY['hacksaw blade', 'metal saw blade']),
('synonyms0000000000000096', ARRAY['stainless steel', 'stainless', 'inox', 'A2'], ARRAY['stainless steel', 'stainless', 'inox', 'a2']),
('synonyms0000000000000097', ARRAY['aluminum', 'aluminium'], ARRAY['aluminum', 'aluminium']),
('synonyms0000000000000098', ARRAY['galvanized', 'zinc-plated', 'zinc'], ARRAY['galvan', 'zinc plate', 'zinc']),
('synonyms0000000000000099', ARRAY['plasterboard', 'drywall', 'gypsum board'], ARRAY['plasterboard', 'drywal', 'gypsum board']),
('synonyms0000000000000100', ARRAY['faucet', 'tap valve'], ARRAY['faucet', 'tap valv']),
('synonyms0000000000000101', ARRAY['pipe', 'tube'], ARRAY['pipe', 'tube']),
('synonyms0000000000000102', ARRAY['tire', 'tyre'], ARRAY['tire', 'tyre']),
('synonyms0000000000000103', ARRAY['gray', 'grey'], ARRAY['grai', 'grei']),
('synonyms0000000000000104', ARRAY['battery', 'rechargeable battery', 'accumulator'], ARRAY['batteri', 'recharg batteri', 'accumul']),
('synonyms0000000000000105', ARRAY['gauge', 'gage'], ARRAY['gaug', 'gage']),
('synonyms0000000000000106', ARRAY['plane', 'hand plane'], ARRAY['plane', 'hand plane']),
('synonyms0000000000000107', ARRAY['mallet', 'soft-face hammer'], ARRAY['mallet', 'soft face hammer']),
('synonyms0000000000000108', ARRAY['socket set', 'ratchet set'], ARRAY['socket set', 'ratchet set']),
('synonyms0000000000000109', ARRAY['ratchet', 'ratchet wrench', 'ratchet handle'], ARRAY['ratchet', 'ratchet wrench', 'ratchet handl']),
('synonyms0000000000000110', ARRAY['thread tap', 'tap', 'screw tap'], ARRAY['thread tap', 'tap', 'screw tap']),
('synonyms0000000000000111', ARRAY['square', 'try square', 'set square'], ARRAY['squar', 'try squar', 'set squar']),
('synonyms0000000000000112', ARRAY['plumb bob', 'plumb line'], ARRAY['plumb bob', 'plumb line']),
('synonyms0000000000000113', ARRAY['chalk line', 'chalk reel'], ARRAY['chalk line', 'chalk reel']),
('synonyms0000000000000114', ARRAY['stud finder', 'stud detector'], ARRAY['stud finder', 'stud detector']),
('synonyms0000000000000115', ARRAY['caulk gun', 'sealant gun'], ARRAY['caulk gun', 'sealant gun']),
('synonyms0000000000000116', ARRAY['rivet gun', 'riveter', 'blind riveter'], ARRAY['rivet gun', 'rivet', 'blind rivet']),
('synonyms0000000000000117', ARRAY['staple gun', 'stapler', 'tacker'], ARRAY['stapl gun', 'stapler', 'tacker']),
('synonyms0000000000000118', ARRAY['nail gun', 'nailer', 'brad nailer'], ARRAY['nail gun', 'nailer', 'brad nailer']);
