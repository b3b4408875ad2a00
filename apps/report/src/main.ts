import { showFoot, showHeading } from "./heading";
import { Place } from "./place";
import { type Drawing, type Report, addHidden, readData } from "./report";
import { Selection } from "./selection";
import { Table } from "./table";
import { Timeline } from "./timeline";

const report = addHidden(readData<Report>("report"));
const drawing = readData<Drawing>("drawing");
const selection = new Selection(report.episodes[0]?.clip ?? 0);
showHeading(report);
new Timeline(report, selection);
new Place(report, drawing, selection);
new Table(report, selection);
showFoot(report, drawing);
