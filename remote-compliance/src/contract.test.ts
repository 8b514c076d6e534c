import { describeRemote } from "@site/contracts/testing";

describeRemote("compliance");
