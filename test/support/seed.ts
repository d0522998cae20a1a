import fc from 'fast-check';

// One seed for every property, so that a run can be repeated and a red one is red for a reason that stands in the
// change. EVALGUARD_SEED=$RANDOM npm test looks further.
fc.configureGlobal({ seed: Number(process.env['EVALGUARD_SEED'] ?? 20_260_928) });
