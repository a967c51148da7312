import type { AdmissionLimits } from '#src/platform/http/admission-control.server.ts';
import { type CountSharing, divideAmongWorkers } from '#src/platform/worker-processes/count-sharing.server.ts';

/** Cached responses take no place. More requests in progress would only make everybody wait. */
const ADMISSION: AdmissionLimits = {
  inFlight: 500,
  inFlightPerClient: 125,
  receiving: 3_000,
  receivingPerClient: 300,
};
/** Two hundred people behind one address have fewer: a browser opens six and closes idle ones. */
const MAX_CONNECTIONS_PER_CLIENT = 1_500;

/**
 * The places of one client in this process. The connections of a client are spread evenly over all workers of a machine,
 * so each has its part of the client's places. The places of everybody are those of one core, and each worker has them.
 */
export function divideClientPlaces(sharing: CountSharing): {
  admission: AdmissionLimits;
  maxConnectionsPerClient: number;
} {
  return {
    admission: {
      ...ADMISSION,
      inFlightPerClient: divideAmongWorkers(ADMISSION.inFlightPerClient, sharing),
      receivingPerClient: divideAmongWorkers(ADMISSION.receivingPerClient, sharing),
    },
    maxConnectionsPerClient: divideAmongWorkers(MAX_CONNECTIONS_PER_CLIENT, sharing),
  };
}
