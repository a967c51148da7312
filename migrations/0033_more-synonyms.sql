-- Of plurals as 'ties' and 'dies' the stem was another than that of 'tie' and 'die'.
UPDATE search_words SET stem = left(word, -1) WHERE word ~ '^[a-z]ies$';
--> statement-breakpoint
UPDATE search_synonyms SET keys = ARRAY(SELECT regexp_replace(key, '(^| )([a-z])i( |$)', '\1\2ie\3', 'g') FROM unnest(keys) WITH ORDINALITY k (key, place) ORDER BY place)
WHERE array_to_string(terms, ' ') ~* '\m[a-z]ies\M';
--> statement-breakpoint
-- Other trades, as an owner of a shop would go on. What somebody wrote meanwhile stays, and 500 groups are the most there may be.
INSERT INTO search_synonyms (id, terms, keys)
SELECT id, terms, keys FROM (VALUES
('synonyms0000000000000201', ARRAY['plunger', 'drain plunger', 'force cup'], ARRAY['plunger', 'drain plunger', 'forc cup']),
('synonyms0000000000000202', ARRAY['drain auger', 'plumber''s snake', 'drain snake', 'pipe cleaning spiral'], ARRAY['drain auger', 'plumber snake', 'drain snake', 'pipe clean spiral']),
('synonyms0000000000000203', ARRAY['shut-off valve', 'stopcock', 'isolation valve'], ARRAY['shut off valv', 'stopcock', 'isol valv']),
('synonyms0000000000000204', ARRAY['ball valve', 'quarter-turn valve'], ARRAY['ball valv', 'quarter turn valv']),
('synonyms0000000000000205', ARRAY['basin wrench', 'basin spanner'], ARRAY['basin wrench', 'basin spanner']),
('synonyms0000000000000206', ARRAY['pipe bender', 'tube bender'], ARRAY['pipe bender', 'tube bender']),
('synonyms0000000000000207', ARRAY['blowtorch', 'blow torch', 'blowlamp', 'gas torch'], ARRAY['blowtorch', 'blow torch', 'blowlamp', 'ga torch']),
('synonyms0000000000000208', ARRAY['soldering wire', 'solder'], ARRAY['solder wire', 'solder']),
('synonyms0000000000000209', ARRAY['soldering flux', 'soldering paste', 'flux'], ARRAY['solder flux', 'solder past', 'flux']),
('synonyms0000000000000210', ARRAY['sealant', 'caulk', 'caulking compound'], ARRAY['sealant', 'caulk', 'caulk compound']),
('synonyms0000000000000211', ARRAY['O-ring', 'sealing ring'], ARRAY['o ring', 'seal ring']),
('synonyms0000000000000212', ARRAY['gasket', 'flat seal'], ARRAY['gasket', 'flat seal']),
('synonyms0000000000000213', ARRAY['garden hose', 'water hose', 'hosepipe'], ARRAY['garden hose', 'water hose', 'hosepip']),
('synonyms0000000000000214', ARRAY['hose reel', 'hose cart', 'hose trolley'], ARRAY['hose reel', 'hose cart', 'hose trollei']),
('synonyms0000000000000215', ARRAY['hose connector', 'hose coupling'], ARRAY['hose connector', 'hose coupl']),
('synonyms0000000000000216', ARRAY['socket outlet', 'power outlet', 'wall socket', 'receptacle'], ARRAY['socket outlet', 'power outlet', 'wall socket', 'receptacl']),
('synonyms0000000000000217', ARRAY['power strip', 'socket strip', 'extension block'], ARRAY['power strip', 'socket strip', 'extens block']),
('synonyms0000000000000218', ARRAY['circuit breaker', 'MCB', 'miniature circuit breaker'], ARRAY['circuit breaker', 'mcb', 'miniatur circuit breaker']),
('synonyms0000000000000219', ARRAY['residual current breaker', 'residual current device', 'RCD', 'RCCB', 'GFCI'], ARRAY['residu current breaker', 'residu current devic', 'rcd', 'rccb', 'gfci']),
('synonyms0000000000000220', ARRAY['distribution board', 'consumer unit', 'breaker panel'], ARRAY['distribut board', 'consum unit', 'breaker panel']),
('synonyms0000000000000221', ARRAY['light bulb', 'bulb'], ARRAY['light bulb', 'bulb']),
('synonyms0000000000000222', ARRAY['insulating tape', 'electrical tape'], ARRAY['insul tape', 'electr tape']),
('synonyms0000000000000223', ARRAY['wire connector', 'wire nut', 'splicing connector'], ARRAY['wire connector', 'wire nut', 'splice connector']),
('synonyms0000000000000224', ARRAY['cable lug', 'ring terminal', 'cable shoe'], ARRAY['cabl lug', 'ring termin', 'cabl shoe']),
('synonyms0000000000000225', ARRAY['cable trunking', 'cable duct', 'wireway'], ARRAY['cabl trunk', 'cabl duct', 'wirewai']),
('synonyms0000000000000226', ARRAY['heat-shrink tubing', 'shrink tube', 'shrink sleeve'], ARRAY['heat shrink tube', 'shrink tube', 'shrink sleev']),
('synonyms0000000000000227', ARRAY['voltage tester', 'voltage detector', 'mains tester', 'phase tester'], ARRAY['voltag tester', 'voltag detector', 'main tester', 'phase tester']),
('synonyms0000000000000228', ARRAY['cable reel', 'cable drum', 'extension reel'], ARRAY['cabl reel', 'cabl drum', 'extens reel']),
('synonyms0000000000000229', ARRAY['generator', 'genset', 'power generator'], ARRAY['gener', 'genset', 'power gener']),
('synonyms0000000000000230', ARRAY['floodlight', 'flood lamp'], ARRAY['floodlight', 'flood lamp']),
('synonyms0000000000000231', ARRAY['fish tape', 'cable puller', 'draw-in tape'], ARRAY['fish tape', 'cabl puller', 'draw tape']),
('synonyms0000000000000232', ARRAY['combination pliers', 'lineman''s pliers', 'linesman pliers', 'engineer''s pliers'], ARRAY['combin plier', 'lineman plier', 'linesman plier', 'engin plier']),
('synonyms0000000000000233', ARRAY['paint tray', 'roller tray'], ARRAY['paint trai', 'roller trai']),
('synonyms0000000000000234', ARRAY['masking tape', 'painter''s tape'], ARRAY['mask tape', 'painter tape']),
('synonyms0000000000000235', ARRAY['wallpaper scraper', 'stripping knife'], ARRAY['wallpap scraper', 'strip knife']),
('synonyms0000000000000236', ARRAY['filler', 'spackle', 'filling compound'], ARRAY['filler', 'spackl', 'fill compound']),
('synonyms0000000000000237', ARRAY['spray gun', 'paint sprayer'], ARRAY['sprai gun', 'paint sprayer']),
('synonyms0000000000000238', ARRAY['dust sheet', 'drop cloth'], ARRAY['dust sheet', 'drop cloth']),
('synonyms0000000000000239', ARRAY['tarpaulin', 'tarp'], ARRAY['tarpaulin', 'tarp']),
('synonyms0000000000000240', ARRAY['plastering trowel', 'finishing trowel', 'smoothing trowel'], ARRAY['plaster trowel', 'finish trowel', 'smooth trowel']),
('synonyms0000000000000241', ARRAY['white spirit', 'mineral spirits', 'paint thinner'], ARRAY['white spirit', 'miner spirit', 'paint thinner']),
('synonyms0000000000000242', ARRAY['varnish', 'lacquer', 'clear coat'], ARRAY['varnish', 'lacquer', 'clear coat']),
('synonyms0000000000000243', ARRAY['orbital sander', 'palm sander', 'finishing sander'], ARRAY['orbit sander', 'palm sander', 'finish sander']),
('synonyms0000000000000244', ARRAY['sanding disc', 'abrasive disc'], ARRAY['sand disc', 'abras disc']),
('synonyms0000000000000245', ARRAY['secateurs', 'pruning shears', 'pruners'], ARRAY['secateur', 'prune shear', 'pruner']),
('synonyms0000000000000246', ARRAY['loppers', 'lopping shears', 'branch cutter'], ARRAY['lopper', 'lop shear', 'branch cutter']),
('synonyms0000000000000247', ARRAY['garden fork', 'digging fork', 'pitchfork'], ARRAY['garden fork', 'dig fork', 'pitchfork']),
('synonyms0000000000000248', ARRAY['hatchet', 'hand axe'], ARRAY['hatchet', 'hand ax']),
('synonyms0000000000000249', ARRAY['garden sprayer', 'pressure sprayer', 'pump sprayer'], ARRAY['garden sprayer', 'pressur sprayer', 'pump sprayer']),
('synonyms0000000000000250', ARRAY['chainsaw', 'chain saw'], ARRAY['chainsaw', 'chain saw']),
('synonyms0000000000000251', ARRAY['post hole digger', 'earth auger'], ARRAY['post hole digger', 'earth auger']),
('synonyms0000000000000252', ARRAY['trimmer line', 'strimmer line', 'mowing line'], ARRAY['trimmer line', 'strimmer line', 'mow line']),
('synonyms0000000000000253', ARRAY['trolley jack', 'floor jack', 'car jack'], ARRAY['trollei jack', 'floor jack', 'car jack']),
('synonyms0000000000000254', ARRAY['jumper cables', 'jump leads', 'booster cables'], ARRAY['jumper cabl', 'jump lead', 'booster cabl']),
('synonyms0000000000000255', ARRAY['tow rope', 'tow strap'], ARRAY['tow rope', 'tow strap']),
('synonyms0000000000000256', ARRAY['grease gun', 'grease pump'], ARRAY['greas gun', 'greas pump']),
('synonyms0000000000000257', ARRAY['ratchet strap', 'tie-down strap', 'lashing strap', 'cargo strap'], ARRAY['ratchet strap', 'tie down strap', 'lash strap', 'cargo strap']),
('synonyms0000000000000258', ARRAY['breaker bar', 'flex handle'], ARRAY['breaker bar', 'flex handl']),
('synonyms0000000000000259', ARRAY['bearing puller', 'gear puller'], ARRAY['bear puller', 'gear puller']),
('synonyms0000000000000260', ARRAY['engine hoist', 'engine crane', 'shop crane'], ARRAY['engin hoist', 'engin crane', 'shop crane']),
('synonyms0000000000000261', ARRAY['feeler gauge', 'thickness gauge'], ARRAY['feeler gaug', 'thick gaug']),
('synonyms0000000000000262', ARRAY['penetrating oil', 'rust loosener', 'release oil'], ARRAY['penetr oil', 'rust loosen', 'releas oil']),
('synonyms0000000000000263', ARRAY['welding machine', 'welder', 'welding inverter'], ARRAY['weld machin', 'welder', 'weld invert']),
('synonyms0000000000000264', ARRAY['welding electrode', 'welding rod', 'stick electrode'], ARRAY['weld electrod', 'weld rod', 'stick electrod']),
('synonyms0000000000000265', ARRAY['earth clamp', 'ground clamp'], ARRAY['earth clamp', 'ground clamp']),
('synonyms0000000000000266', ARRAY['coverall', 'overalls', 'boiler suit'], ARRAY['coveral', 'overal', 'boiler suit']),
('synonyms0000000000000267', ARRAY['first aid kit', 'first aid box'], ARRAY['first aid kit', 'first aid box']),
('synonyms0000000000000268', ARRAY['knee pads', 'knee protectors'], ARRAY['knee pad', 'knee protector']),
('synonyms0000000000000269', ARRAY['safety harness', 'fall arrest harness'], ARRAY['safeti har', 'fall arrest har']),
('synonyms0000000000000270', ARRAY['barrier tape', 'caution tape', 'warning tape'], ARRAY['barrier tape', 'caution tape', 'warn tape']),
('synonyms0000000000000271', ARRAY['traffic cone', 'safety cone'], ARRAY['traffic cone', 'safeti cone']),
('synonyms0000000000000272', ARRAY['hand truck', 'sack truck', 'sack barrow'], ARRAY['hand truck', 'sack truck', 'sack barrow']),
('synonyms0000000000000273', ARRAY['round sling', 'lifting sling'], ARRAY['round sling', 'lift sling']),
('synonyms0000000000000274', ARRAY['lever hoist', 'come-along', 'ratchet puller'], ARRAY['lever hoist', 'come along', 'ratchet puller']),
('synonyms0000000000000275', ARRAY['carabiner', 'karabiner', 'snap hook'], ARRAY['carabin', 'karabin', 'snap hook']),
('synonyms0000000000000276', ARRAY['sawhorse', 'saw horse', 'trestle'], ARRAY['sawhors', 'saw hors', 'trestl']),
('synonyms0000000000000277', ARRAY['shelving', 'storage rack'], ARRAY['shelv', 'storag rack']),
('synonyms0000000000000278', ARRAY['tool trolley', 'tool cart', 'roller cabinet'], ARRAY['trollei', 'cart', 'roller cabinet']),
('synonyms0000000000000279', ARRAY['hobby knife', 'scalpel', 'craft knife'], ARRAY['hobbi knife', 'scalpel', 'craft knife']),
('synonyms0000000000000280', ARRAY['hook and loop', 'Velcro'], ARRAY['hook loop', 'velcro']),
('synonyms0000000000000281', ARRAY['super glue', 'cyanoacrylate', 'instant adhesive'], ARRAY['super glue', 'cyanoacryl', 'instant adhes']),
('synonyms0000000000000282', ARRAY['epoxy', 'two-component adhesive'], ARRAY['epoxi', 'two compon adhes']),
('synonyms0000000000000283', ARRAY['wood glue', 'white glue', 'PVA glue'], ARRAY['wood glue', 'white glue', 'pva glue']),
('synonyms0000000000000284', ARRAY['threadlocker', 'thread lock', 'Loctite'], ARRAY['threadlock', 'thread lock', 'loctit']),
('synonyms0000000000000285', ARRAY['washer', 'plain washer', 'flat washer'], ARRAY['washer', 'plain washer', 'flat washer']),
('synonyms0000000000000286', ARRAY['spring washer', 'lock washer', 'split washer'], ARRAY['spring washer', 'lock washer', 'split washer']),
('synonyms0000000000000287', ARRAY['socket head cap screw', 'Allen bolt', 'Allen screw', 'cap head bolt'], ARRAY['socket head cap screw', 'allen bolt', 'allen screw', 'cap head bolt']),
('synonyms0000000000000288', ARRAY['grub screw', 'set screw'], ARRAY['grub screw', 'set screw']),
('synonyms0000000000000289', ARRAY['eye bolt', 'ring bolt'], ARRAY['ey bolt', 'ring bolt']),
('synonyms0000000000000290', ARRAY['wing nut', 'butterfly nut'], ARRAY['wing nut', 'butterfli nut']),
('synonyms0000000000000291', ARRAY['self-tapping screw', 'sheet metal screw', 'tapping screw'], ARRAY['self tap screw', 'sheet metal screw', 'tap screw']),
('synonyms0000000000000292', ARRAY['chipboard screw', 'particle board screw'], ARRAY['chipboard screw', 'particl board screw']),
('synonyms0000000000000293', ARRAY['coping saw', 'fret saw'], ARRAY['cope saw', 'fret saw']),
('synonyms0000000000000294', ARRAY['tenon saw', 'back saw'], ARRAY['tenon saw', 'back saw']),
('synonyms0000000000000295', ARRAY['band saw', 'bandsaw'], ARRAY['band saw', 'bandsaw']),
('synonyms0000000000000296', ARRAY['table saw', 'bench saw'], ARRAY['tabl saw', 'bench saw']),
('synonyms0000000000000297', ARRAY['router bit', 'routing cutter'], ARRAY['router bit', 'rout cutter']),
('synonyms0000000000000298', ARRAY['spade bit', 'flat wood bit', 'paddle bit'], ARRAY['spade bit', 'flat wood bit', 'paddl bit']),
('synonyms0000000000000299', ARRAY['Forstner bit', 'hinge boring bit'], ARRAY['forstner bit', 'hing bore bit']),
('synonyms0000000000000300', ARRAY['auger bit', 'wood auger'], ARRAY['auger bit', 'wood auger']),
('synonyms0000000000000301', ARRAY['center punch', 'centre punch'], ARRAY['center punch', 'centr punch']),
('synonyms0000000000000302', ARRAY['pin punch', 'drift punch'], ARRAY['pin punch', 'drift punch']),
('synonyms0000000000000303', ARRAY['scriber', 'scratch awl', 'marking awl'], ARRAY['scriber', 'scratch awl', 'mark awl']),
('synonyms0000000000000304', ARRAY['bevel gauge', 'sliding bevel', 'angle bevel'], ARRAY['bevel gaug', 'slide bevel', 'angl bevel']),
('synonyms0000000000000305', ARRAY['angle finder', 'protractor', 'goniometer'], ARRAY['angl finder', 'protractor', 'goniomet']),
('synonyms0000000000000306', ARRAY['dial indicator', 'dial gauge'], ARRAY['dial indic', 'dial gaug']),
('synonyms0000000000000307', ARRAY['laser level', 'line laser', 'cross-line laser'], ARRAY['laser level', 'line laser', 'cross line laser']),
('synonyms0000000000000308', ARRAY['laser rangefinder', 'laser measure', 'distance meter'], ARRAY['laser rangefind', 'laser measur', 'distanc meter']),
('synonyms0000000000000309', ARRAY['threading die', 'die nut'], ARRAY['thread die', 'die nut']),
('synonyms0000000000000310', ARRAY['deburring tool', 'deburrer'], ARRAY['debur', 'deburr']),
('synonyms0000000000000311', ARRAY['bench vise', 'bench vice', 'engineer''s vise'], ARRAY['bench vise', 'bench vice', 'engin vise']),
('synonyms0000000000000312', ARRAY['bolt cutter', 'bolt cropper'], ARRAY['bolt cutter', 'bolt cropper']),
('synonyms0000000000000313', ARRAY['cable cutter', 'cable shears'], ARRAY['cabl cutter', 'cabl shear']),
('synonyms0000000000000314', ARRAY['circlip pliers', 'snap ring pliers', 'retaining ring pliers'], ARRAY['circlip plier', 'snap ring plier', 'retain ring plier']),
('synonyms0000000000000315', ARRAY['end cutting nippers', 'end nippers', 'pincers', 'carpenter''s pincers'], ARRAY['end cut nipper', 'end nipper', 'pincer', 'carpent pincer']),
('synonyms0000000000000316', ARRAY['tweezers', 'forceps'], ARRAY['tweezer', 'forcep']),
('synonyms0000000000000317', ARRAY['star key', 'Torx key'], ARRAY['star kei', 'torx kei']),
('synonyms0000000000000318', ARRAY['Phillips screwdriver', 'cross-head screwdriver', 'crosshead screwdriver'], ARRAY['phillip screwdriv', 'cross head screwdriv', 'crosshead screwdriv']),
('synonyms0000000000000319', ARRAY['slotted screwdriver', 'flat-head screwdriver', 'flathead screwdriver', 'flat-blade screwdriver'], ARRAY['slot screwdriv', 'flat head screwdriv', 'flathead screwdriv', 'flat blade screwdriv']),
('synonyms0000000000000320', ARRAY['club hammer', 'lump hammer', 'mash hammer'], ARRAY['club hammer', 'lump hammer', 'mash hammer']),
('synonyms0000000000000321', ARRAY['bit holder', 'screwdriver bit holder'], ARRAY['bit holder', 'screwdriv bit holder']),
('synonyms0000000000000322', ARRAY['wire brush', 'steel brush'], ARRAY['wire brush', 'steel brush']),
('synonyms0000000000000323', ARRAY['steel wool', 'wire wool'], ARRAY['steel wool', 'wire wool']),
('synonyms0000000000000324', ARRAY['polishing pad', 'buffing pad'], ARRAY['polish pad', 'buf pad']),
('synonyms0000000000000325', ARRAY['broom', 'sweeping brush'], ARRAY['broom', 'sweep brush']),
('synonyms0000000000000326', ARRAY['dustpan', 'dust pan'], ARRAY['dustpan', 'dust pan']),
('synonyms0000000000000327', ARRAY['cleaning cloth', 'cleaning rag', 'wiping cloth'], ARRAY['clean cloth', 'clean rag', 'wipe cloth']),
('synonyms0000000000000328', ARRAY['trash bag', 'garbage bag', 'bin bag'], ARRAY['trash bag', 'garbag bag', 'bin bag']),
('synonyms0000000000000329', ARRAY['anti-slip mat', 'non-slip mat'], ARRAY['anti slip mat', 'non slip mat']),
('synonyms0000000000000330', ARRAY['cement mixer', 'concrete mixer'], ARRAY['cement mixer', 'concret mixer']),
('synonyms0000000000000331', ARRAY['mixing paddle', 'stirrer', 'mixing whisk'], ARRAY['mix paddl', 'stirrer', 'mix whisk']),
('synonyms0000000000000332', ARRAY['wet tile cutter', 'tile saw'], ARRAY['wet tile cutter', 'tile saw']),
('synonyms0000000000000333', ARRAY['tile cutter', 'tile cutting machine'], ARRAY['tile cutter', 'tile cut machin']),
('synonyms0000000000000334', ARRAY['grout', 'joint mortar'], ARRAY['grout', 'joint mortar']),
('synonyms0000000000000335', ARRAY['bricklayer''s trowel', 'brick trowel', 'masonry trowel'], ARRAY['bricklay trowel', 'brick trowel', 'masonri trowel']),
('synonyms0000000000000336', ARRAY['castor', 'caster', 'swivel caster'], ARRAY['castor', 'caster', 'swivel caster']),
('synonyms0000000000000337', ARRAY['bubble wrap', 'air cushion film'], ARRAY['bubbl wrap', 'air cushion film']),
('synonyms0000000000000338', ARRAY['packing tape', 'parcel tape'], ARRAY['pack tape', 'parcel tape']),
('synonyms0000000000000339', ARRAY['wood screw', 'timber screw'], ARRAY['wood screw', 'timber screw']),
('synonyms0000000000000340', ARRAY['anchor bolt', 'wedge anchor', 'through bolt', 'expansion bolt', 'concrete bolt'], ARRAY['anchor bolt', 'wedg anchor', 'through bolt', 'expans bolt', 'concret bolt']),
('synonyms0000000000000341', ARRAY['cordless', 'rechargeable', 'battery-powered'], ARRAY['cordless', 'recharg', 'batteri power']),
('synonyms0000000000000342', ARRAY['air gun', 'blow gun', 'blower gun'], ARRAY['air gun', 'blow gun', 'blower gun']),
('synonyms0000000000000343', ARRAY['quick coupling', 'quick connector', 'quick coupler'], ARRAY['quick coupl', 'quick connector', 'quick coupler'])
) others (id, terms, keys)
WHERE NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.keys && others.keys)
ORDER BY id LIMIT greatest(0, 500 - (SELECT count(*) FROM search_synonyms));
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['pipe wrench', 'Stillson wrench', 'Stillson'], keys = ARRAY['pipe wrench', 'stillson wrench', 'stillson']
WHERE id = 'synonyms0000000000000007' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['pipe wrench', 'stillson wrench', 'stillson']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['F-clamp', 'bar clamp', 'screw clamp', 'sash clamp'], keys = ARRAY['f clamp', 'bar clamp', 'screw clamp', 'sash clamp']
WHERE id = 'synonyms0000000000000068' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['f clamp', 'bar clamp', 'screw clamp', 'sash clamp']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['flashlight', 'work light', 'hand lamp', 'pocket lamp', 'electric torch'], keys = ARRAY['flashlight', 'work light', 'hand lamp', 'pocket lamp', 'electr torch']
WHERE id = 'synonyms0000000000000028' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['flashlight', 'work light', 'hand lamp', 'pocket lamp', 'electr torch']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['reciprocating saw', 'recip saw', 'Sawzall', 'saber saw', 'sabre saw'], keys = ARRAY['reciproc saw', 'recip saw', 'sawzal', 'saber saw', 'sabr saw']
WHERE id = 'synonyms0000000000000015' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['reciproc saw', 'recip saw', 'sawzal', 'saber saw', 'sabr saw']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['toolbox', 'tool chest', 'tool case'], keys = ARRAY['toolbox', 'chest', 'case']
WHERE id = 'synonyms0000000000000050' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['toolbox', 'chest', 'case']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['electric screwdriver', 'cordless screwdriver', 'power screwdriver', 'drywall screwdriver', 'screw gun'], keys = ARRAY['electr screwdriv', 'cordless screwdriv', 'power screwdriv', 'drywal screwdriv', 'screw gun']
WHERE id = 'synonyms0000000000000056' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['electr screwdriv', 'cordless screwdriv', 'power screwdriv', 'drywal screwdriv', 'screw gun']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['demolition hammer', 'jackhammer', 'breaker hammer'], keys = ARRAY['demolit hammer', 'jackhamm', 'breaker hammer']
WHERE id = 'synonyms0000000000000058' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['demolit hammer', 'jackhamm', 'breaker hammer']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['caulking gun', 'sealant gun', 'silicone gun', 'cartridge gun'], keys = ARRAY['caulk gun', 'sealant gun', 'silicon gun', 'cartridg gun']
WHERE id = 'synonyms0000000000000115' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['caulk gun', 'sealant gun', 'silicon gun', 'cartridg gun']);
--> statement-breakpoint
UPDATE search_synonyms own SET terms = ARRAY['plumb bob', 'plumb line', 'plummet'], keys = ARRAY['plumb bob', 'plumb line', 'plummet']
WHERE id = 'synonyms0000000000000112' AND version = 1 AND NOT EXISTS (SELECT 1 FROM search_synonyms s WHERE s.id <> own.id AND s.keys && ARRAY['plumb bob', 'plumb line', 'plummet']);
--> statement-breakpoint
-- Documents say where the kind of a tool stands, and quantities in one unit: each is written anew.
INSERT INTO tool_search_queue (tool_id) SELECT id FROM tools ORDER BY seq;
--> statement-breakpoint
-- So many matches as a search ranks are found in the first parts of the table: a common word costs no more in a larger shop.
LOCK TABLE tool_search IN SHARE MODE;
--> statement-breakpoint
CREATE TABLE parted_tool_search (
	"tool_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"on_sale" boolean NOT NULL,
	"document" "tsvector" NOT NULL,
	"name_length" smallint NOT NULL,
	"sku_key" text NOT NULL,
	"gtin_key" text
) PARTITION BY HASH (tool_id);
--> statement-breakpoint
CREATE TABLE tool_search_0 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 0);
--> statement-breakpoint
CREATE TABLE tool_search_1 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 1);
--> statement-breakpoint
CREATE TABLE tool_search_2 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 2);
--> statement-breakpoint
CREATE TABLE tool_search_3 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 3);
--> statement-breakpoint
CREATE TABLE tool_search_4 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 4);
--> statement-breakpoint
CREATE TABLE tool_search_5 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 5);
--> statement-breakpoint
CREATE TABLE tool_search_6 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 6);
--> statement-breakpoint
CREATE TABLE tool_search_7 PARTITION OF parted_tool_search FOR VALUES WITH (MODULUS 8, REMAINDER 7);
--> statement-breakpoint
INSERT INTO parted_tool_search (tool_id, seq, on_sale, document, name_length, sku_key, gtin_key)
SELECT tool_id, seq, on_sale, document, name_length, sku_key, gtin_key FROM tool_search;
--> statement-breakpoint
ALTER TABLE parted_tool_search ADD CONSTRAINT parted_tool_search_pkey PRIMARY KEY (tool_id);
--> statement-breakpoint
CREATE INDEX parted_on_sale ON parted_tool_search USING gin (document) WITH (gin_pending_list_limit=256) WHERE on_sale;
--> statement-breakpoint
CREATE INDEX parted_not_on_sale ON parted_tool_search USING gin (document) WHERE not on_sale;
--> statement-breakpoint
CREATE INDEX parted_by_age ON parted_tool_search USING btree (seq);
--> statement-breakpoint
CREATE INDEX parted_sku ON parted_tool_search USING btree (sku_key collate "C");
--> statement-breakpoint
CREATE INDEX parted_gtin ON parted_tool_search USING btree (gtin_key) WHERE gtin_key is not null;
--> statement-breakpoint
-- From here on nobody else reads tools: what follows is short.
DROP TABLE tool_search;
--> statement-breakpoint
ALTER TABLE parted_tool_search RENAME TO tool_search;
--> statement-breakpoint
ALTER INDEX parted_tool_search_pkey RENAME TO tool_search_pkey;
--> statement-breakpoint
ALTER INDEX parted_on_sale RENAME TO tool_search_on_sale;
--> statement-breakpoint
ALTER INDEX parted_not_on_sale RENAME TO tool_search_not_on_sale;
--> statement-breakpoint
ALTER INDEX parted_by_age RENAME TO tool_search_by_age;
--> statement-breakpoint
ALTER INDEX parted_sku RENAME TO tool_search_sku;
--> statement-breakpoint
ALTER INDEX parted_gtin RENAME TO tool_search_gtin;
--> statement-breakpoint
ALTER TABLE "tool_search" ADD CONSTRAINT "tool_search_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;
