/** The style sheet of testers' pages and of the mark on pages with other releases. */
export const testerStyle = `
.tester-page { margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: radial-gradient(60rem 26rem at 50% -8rem, #14503caa, transparent 75%) no-repeat #0b0f0e; color: #f3efe4;
  font: 1rem/1.5 Site, system-ui, sans-serif; }
.tester-page main { box-sizing: border-box; width: min(36rem, 100%); padding: 2rem 1.25rem; }
.tester-page h1 { margin: 0 0 .75rem; font-size: 2rem; font-weight: 800; font-stretch: 125%; line-height: 1.1; }
.tester-page label { display: block; margin: 1.25rem 0 .25rem; font-weight: 600; }
.tester-page input { box-sizing: border-box; width: 100%; padding: .7rem .8rem; border: 1px solid #6f7f78; border-radius: .5rem;
  background: #131a18; color: inherit; font: inherit; }
.tester-page [role="alert"] { padding: .6rem .8rem; border-left: 3px solid #ff8a7a; background: #2a1512; overflow-wrap: anywhere; }
.tester-page table { width: 100%; border-collapse: collapse; margin: 1rem 0 1.5rem; font-size: .9rem; }
.tester-page caption { text-align: left; padding-bottom: .5rem; color: #b9c4be; }
.tester-page th, .tester-page td { padding: .45rem .6rem .45rem 0; border-bottom: 1px solid #26302c; text-align: left; }
.tester-page td { overflow-wrap: anywhere; }
.tester-page .quiet { margin-top: 2rem; color: #b9c4be; font-size: .875rem; }
.tester-page button, .tester-mark button { min-height: 2.75rem; padding: .6rem 1.1rem; border: 1px solid #e7c873; border-radius: .5rem;
  background: #e7c873; color: #14110a; font: inherit; font-weight: 600; cursor: pointer; }
.tester-page button { border-color: #ff5233; border-radius: 99px; background: #ff5233; color: #0b0f0e; }
.tester-page input + button { margin-top: 1.25rem; }
.tester-page .quiet button { min-height: 1.75rem; padding: .15rem .5rem; border-color: #6f7f78; background: none; color: #f3efe4; font-weight: 400; }
.tester-page .button { display: inline-block; margin: .5rem 0; padding: .7rem 1.2rem; border-radius: 99px; background: #ff5233; color: #0b0f0e;
  font-weight: 600; text-decoration: none; }
.tester-page p:has(.button) ~ button { background: none; color: #f3efe4; border-color: #6f7f78; }
.tester-page a { color: inherit; text-underline-offset: .2em; }
.tester-page :focus-visible, .tester-mark :focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
.tester-mark { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; padding: .5rem 1rem;
  border-bottom: 3px solid #e7c873; background: #2b2207; color: #fff7e0; font: .875rem/1.4 Archivo, "Archivo Fallback", system-ui, sans-serif; }
.tester-mark p, .tester-mark form { margin: 0; overflow-wrap: anywhere; }
.tester-mark a { color: inherit; text-underline-offset: .2em; }
.tester-buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.tester-mark .plain { background: none; color: #fff7e0; }
.tester-mark :disabled { opacity: .5; cursor: default; }
@media print { .tester-mark button { display: none; } }
`;
