import { describeSimulatedCanaries } from "../testing/simulated-canaries.ts";

describeSimulatedCanaries(1000);
