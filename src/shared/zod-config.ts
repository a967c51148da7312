import * as z from 'zod';

// zod's compiled parsers need `eval`, which the content security policy of the pages forbids.
z.config({ jitless: true });
