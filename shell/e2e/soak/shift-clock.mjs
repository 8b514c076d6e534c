// Loaded before a server: its clock is CLOCK_SHIFT_HOURS off.
const shift = Number(process.env.CLOCK_SHIFT_HOURS ?? 0) * 3_600_000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shift);
    else super(...values);
  }
  static now() {
    return RealDate.now() + shift;
  }
};
