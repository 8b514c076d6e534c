import { describeRemote } from "@site/contracts/testing";

describeRemote("support-chat");
