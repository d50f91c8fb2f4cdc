/**
 * Which classes must be evaluated, and the counts that go into each. A class is evaluated when it is over and its tail
 * has passed, and again whenever what the estimate was made of has changed: settings, cameras, calibration, its own
 * times or its neighbours'. The digest of all that is kept with the estimate and compared.
 */
